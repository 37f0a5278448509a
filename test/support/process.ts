import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { afterAll } from '@jest/globals';
import { patience } from './patience';

/** A program of ours as its user starts it: compiled, in a process of its own. */
export interface Program {
  readonly pid: number;
  /** Everything that it has printed so far. */
  output(): string;
  /** Resolves with the match as soon as the output has one; rejects when the program ends without it. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  kill(signal: NodeJS.Signals): void;
  /** Writes a line to its standard input; one that has ended reads nothing. */
  say(line: string): void;
}

const running = new Set<Program>();
afterAll(async () => {
  for (const program of running) program.kill('SIGKILL');
  await Promise.all([...running].map(({ exited }) => exited));
});

interface ProgramOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** True where the process and its children are a group, as in a terminal; default: no. */
  readonly isGroup?: boolean;
  /** Files and connections that it may have open; default: as many as the tests. */
  readonly openFiles?: number;
}

/** @param file path below `dist`, where `npm run build` puts it */
export function runProgram(file: string, { env, ...options }: ProgramOptions = {}): Program {
  return runScript(`dist/${file}`, {
    ...options,
    env: { ...(file.startsWith('src/') && patience), ...env },
  });
}

/** @param script path below the project's folder */
export function runScript(
  script: string,
  { args = [], env, isGroup = false, openFiles }: ProgramOptions = {},
): Program {
  const command = [process.execPath, '--enable-source-maps', script, ...args];
  const [file = '', ...parameters] =
    openFiles === undefined
      ? command
      : ['sh', '-c', 'ulimit -n "$0" && exec "$@"', String(openFiles), ...command];
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(file, parameters, {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // Programs start a third faster when they need not be compiled again.
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: isGroup,
  });
  let output = '';
  const note = (text: Buffer) => {
    output += text.toString();
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  // It may have ended: its exit tells.
  child.stdin.on('error', () => undefined);
  const exited = (once(child, 'close') as Promise<[number | null, string | null]>).then(
    ([code, signal]) => ({
      code,
      signal,
    }),
  );
  const program: Program = {
    pid: child.pid!,
    output: () => output,
    exited,
    kill: (signal) => {
      child.kill(signal);
    },
    say: (line) => {
      child.stdin.write(`${line}\n`);
    },
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output);
          if (!match) return false;
          child.stdout.off('data', look);
          child.stderr.off('data', look);
          resolve(match);
          return true;
        };
        if (look()) return;
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        void exited.then(({ code }) => {
          if (!look()) reject(new Error(`ended with exit code ${String(code)}: ${output}`));
        });
      }),
  };
  running.add(program);
  void exited.then(() => running.delete(program));
  return program;
}

/** A process of ours that another one has started, by its command line; Linux tells. */
export function childOf(pid: number, command: string): number | null {
  return childrenOf(pid, command)[0] ?? null;
}

/** All of them. @param command part of the command line */
export function childrenOf(pid: number, command = ''): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((entry) => {
      try {
        const [, parent] =
          /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${entry}/status`, 'utf8')) ?? [];
        const line = readFileSync(`/proc/${entry}/cmdline`, 'utf8');
        return Number(parent) === pid && line.includes(command);
      } catch {
        // It ended while it was looked at.
        return false;
      }
    });
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The most memory, in MiB, that a process has had in RAM; Linux tells. */
export function peakMegabytes({ pid }: Program): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

/** The processes of a gateway, by their lines in its log: each says that it is ready. */
export const pidsOf = (program: Program): readonly number[] =>
  [...program.output().matchAll(/"pid":(\d+),"url":"[^"]+","msg":"ready"/g)].map(([, pid]) =>
    Number(pid),
  );
