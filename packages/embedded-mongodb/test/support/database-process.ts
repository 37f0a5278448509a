import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { afterAll } from '@jest/globals';

/** A server in a process of its own, for tests that need to see it die. */
export interface DatabaseProcess {
  /** Its URI. */
  readonly ready: string;
  /** Every line that it has printed so far. */
  output(): string;
  /** `kill -9`; resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks it to end; resolves when it has. */
  stop(): Promise<void>;
}

/** Arguments of `node` that run the server from its sources. */
export const program = [
  '-r',
  join(__dirname, 'typescript-hook.js'),
  join(__dirname, '../../src/main.ts'),
];

const started: (() => Promise<void>)[] = [];

// A test that fails half way must not leave its processes behind.
afterAll(() => Promise.all(started.map((kill) => kill())));

/** Starts a server on a folder, and on a socket if one is given. */
export async function startDatabaseProcess(
  folder: string,
  socket?: string,
  env: Readonly<Record<string, string>> = {},
): Promise<DatabaseProcess> {
  const address = socket === undefined ? ['--port', '0'] : ['--socket', socket];
  const child = spawn(execPath, [...program, '--path', folder, ...address], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  started.push(() => end('SIGKILL'));
  const lines: string[] = [];
  return {
    ready: await waitUntilReady(child, lines),
    output: () => lines.join('\n'),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** @param lines gets every line, also after the one that is waited for */
function waitUntilReady(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      createInterface(stream).on('line', (line) => {
        lines.push(line);
        const [, uri] = /is ready at (mongodb:\S+)/.exec(line) ?? [];
        if (uri !== undefined) resolve(uri);
      });
    child.once('exit', (code) => {
      reject(new Error(`ended with ${String(code)} before it was ready:\n${lines.join('\n')}`));
    });
  });
}
