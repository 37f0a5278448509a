import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { afterAll } from '@jest/globals';
import { patientFinds } from './patient-finds';

/** One of our programs in a process of its own, for tests that need to see it die. */
export interface TestProcess {
  /** What the line that says it is ready has captured. */
  readonly ready: string;
  /** Every line that it has printed so far. */
  output(): string;
  /** `kill -9`; resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks it to end; resolves when it has. */
  stop(): Promise<void>;
}

const root = join(__dirname, '../..');

const started: (() => Promise<void>)[] = [];

// A test that fails half way must not leave its processes behind.
afterAll(() => Promise.all(started.map((kill) => kill())));

/** Starts the gateway on a database and a data folder; `ready` is its URL. */
export function startGatewayProcess(options: {
  readonly mongodbUri: string;
  readonly dataFolder: string;
  /** Other settings. */
  readonly env?: Readonly<Record<string, string>>;
}): Promise<TestProcess> {
  const env = {
    PORT: '0',
    MONGODB_URI: options.mongodbUri,
    ADGATE_DATA_DIR: options.dataFolder,
    ADGATE_LOG_LEVEL: 'info',
    ...patientFinds,
    ...options.env,
  };
  return startProcess('src/main.ts', [], { env, readyLine: /"url":"([^"]+)","msg":"ready"/ });
}

/** Starts an embedded database on a folder, and on a socket if one is given; `ready` is its URI. */
export function startDatabaseProcess(
  folder: string,
  socket?: string,
  env: Readonly<Record<string, string>> = {},
): Promise<TestProcess> {
  const address = socket === undefined ? ['--port', '0'] : ['--socket', socket];
  return startProcess('packages/embedded-mongodb/src/main.ts', ['--path', folder, ...address], {
    env,
    readyLine: /is ready at (mongodb:\S+)/,
  });
}

async function startProcess(
  program: string,
  args: readonly string[],
  options: { readonly env: Readonly<Record<string, string>>; readonly readyLine: RegExp },
): Promise<TestProcess> {
  const hook = join(root, 'test/support/typescript-hook.js');
  const child = spawn(execPath, ['-r', hook, join(root, program), ...args], {
    env: { PATH: process.env.PATH, ...options.env },
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
    ready: await waitForLine(child, options.readyLine, lines),
    output: () => lines.join('\n'),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** @param lines gets every line, also after the one that is waited for */
function waitForLine(child: ChildProcess, pattern: RegExp, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      createInterface(stream).on('line', (line) => {
        lines.push(line);
        const [, captured] = pattern.exec(line) ?? [];
        if (captured !== undefined) resolve(captured);
      });
    child.once('exit', (code) => {
      reject(new Error(`ended with ${String(code)} before it was ready:\n${lines.join('\n')}`));
    });
  });
}
