import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';

/** A process that a measurement has started. */
export interface Child {
  readonly pid: number;
  /** The match of the ready line. */
  readonly ready: RegExpExecArray;
  /** Asks it to end, and resolves when it has. */
  stop(): Promise<void>;
}

export interface ChildOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A line on its output that says it is ready. */
  readonly readyLine: RegExp;
  /** The core to run on, so that what is measured and what measures do not share one; ignored where it cannot be had. */
  readonly core?: number;
}

/** A million creatives on a busy machine. */
const readyTimeoutMs = 300_000;
const canPin = spawnSync('taskset', ['--version']).status === 0;

/**
 * Runs a compiled program of this project.
 *
 * @throws when it ends, or 5 minutes pass, before the ready line.
 */
export async function startChild(modulePath: string, options: ChildOptions): Promise<Child> {
  const { args = [], env = {}, readyLine, core } = options;
  const command = [process.execPath, ...process.execArgv, modulePath, ...args];
  const isPinned = canPin && core !== undefined && core < availableParallelism();
  const [program, ...rest] = isPinned ? ['taskset', '-c', String(core), ...command] : command;
  const child = spawn(program!, rest, {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A measurement that fails must not leave its processes behind.
  process.once('exit', () => child.kill('SIGKILL'));
  const ready = await waitForLine(child, readyLine);
  return {
    // taskset becomes the program that it starts.
    pid: child.pid!,
    ready,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** @throws when it ends, or 5 minutes pass, before such a line of its output */
export function waitForLine(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const seen: string[] = [];
    const fail = (reason: string) => {
      child.kill('SIGKILL');
      reject(new Error(`${child.spawnargs.at(-1) ?? ''}: ${reason}\n${seen.join('\n')}`));
    };
    const timer = setTimeout(() => {
      fail('was not ready in time');
    }, readyTimeoutMs);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with ${String(code)}`);
    });
    for (const stream of [child.stdout!, child.stderr!])
      createInterface(stream).on('line', (line) => {
        const match = pattern.exec(line);
        if (seen.length < 50) seen.push(line);
        if (!match) return;
        clearTimeout(timer);
        resolve(match);
      });
  });
}
