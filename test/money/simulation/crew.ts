import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

/** Processes that verify at once, each of which may be killed at any moment; another one takes its place then. */
export interface Crew {
  /** Has all of them verify what is due, over and over, until `isOver` and then once more. */
  verify(now: Date, isOver: () => boolean): Promise<void>;
  /** `kill -9` of one of them, if it is in the middle of its work; whether it is. */
  killOne(which: number): boolean;
  /** Errors of failed attempts, and how often each came. */
  readonly failures: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

interface Member {
  readonly child: ChildProcess;
  /** Verifies what is due; false: it died before it was done. */
  round(now: Date): Promise<boolean>;
}

const wasKilled = ({ signalCode }: ChildProcess) => signalCode === 'SIGKILL';

export async function startCrew(options: {
  readonly size: number;
  readonly env: Readonly<Record<string, string>>;
  readonly uri: string;
  readonly faultProbability: number;
  readonly seed: number;
}): Promise<Crew> {
  const failures = new Map<string, number>();
  let started = 0;
  const working = new Set<ChildProcess>();

  async function start(): Promise<Member> {
    started += 1;
    const args = [options.uri, String(options.seed + started), String(options.faultProbability)];
    const child = spawn(
      process.execPath,
      [
        ...['-r', join(__dirname, '../../support/typescript-hook.js')],
        ...[join(__dirname, 'verifying-process.ts'), ...args],
      ],
      { env: { PATH: process.env.PATH, ...options.env }, stdio: ['pipe', 'pipe', 'inherit'] },
    );
    const waiting: ((isDone: boolean) => void)[] = [];
    const answer = (isDone: boolean) => waiting.splice(0).forEach((tell) => tell(isDone));
    // It may be dead already: its exit tells.
    child.stdin.on('error', () => undefined);
    child.once('exit', () => answer(false));
    createInterface(child.stdout).on('line', (line) => {
      const [, failure] = /^failed (.*)/.exec(line) ?? [];
      if (failure === undefined) answer(true);
      else failures.set(failure, (failures.get(failure) ?? 0) + 1);
    });
    const answered = () => new Promise<boolean>((resolve) => waiting.push(resolve));
    if (!(await answered())) throw new Error('a verifying process ended before it was ready');
    return {
      child,
      async round(now) {
        if (wasKilled(child)) return false;
        working.add(child);
        const done = answered();
        child.stdin.write(`${now.toISOString()}\n`);
        const isDone = await done;
        working.delete(child);
        if (!isDone && !wasKilled(child))
          throw new Error(`a verifying process gave up: ${[...failures.keys()].join('; ')}`);
        return isDone;
      },
    };
  }

  const members = await Promise.all(Array.from({ length: options.size }, start));

  async function work(place: number, now: Date, isOver: () => boolean): Promise<void> {
    for (;;) {
      const isLast = isOver();
      const isDone = await members[place]!.round(now);
      if (!isDone) members[place] = await start();
      else if (isLast) return;
    }
  }

  return {
    failures,
    async verify(now, isOver) {
      await Promise.all(members.map((_member, place) => work(place, now, isOver)));
    },
    killOne(which) {
      const { child } = members[which % members.length]!;
      if (!working.delete(child)) return false;
      child.kill('SIGKILL');
      return true;
    },
    async close() {
      await Promise.all(
        members.map(async ({ child }) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const exited = once(child, 'exit');
          child.kill('SIGKILL');
          await exited;
        }),
      );
    },
  };
}
