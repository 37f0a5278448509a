import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { mongo } from 'mongoose';

/** A process that a measurement has started. */
export interface Child {
  readonly pid: number;
  /** The part that was captured of the line that says that it is ready. */
  readonly ready: string;
  /** Asks it to end, and resolves when it has. */
  stop(): Promise<void>;
}

/** A server on a folder of its own, and a driver's connection to it. */
export interface BenchServer {
  readonly db: mongo.Db;
  readonly pid: number;
  readonly uri: string;
  readonly folder: string;
}

/** Runs a compiled program, and resolves with the first line of its output that matches. */
export async function startChild(
  program: string,
  args: readonly string[],
  readyLine: RegExp,
): Promise<Child> {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A measurement that fails must not leave its processes behind.
  process.once('exit', () => child.kill('SIGKILL'));
  for await (const line of createInterface(child.stdout)) {
    const [, ready] = readyLine.exec(line) ?? [];
    if (ready === undefined) continue;
    child.stdout.resume();
    return {
      pid: child.pid!,
      ready,
      async stop() {
        child.kill('SIGTERM');
        await once(child, 'exit');
      },
    };
  }
  throw new Error(`${program} ended before it was ready`);
}

/** Starts the server on a port; `ready` is its URI. */
export function startServer(folder: string): Promise<Child> {
  const args = ['--port', '0', '--path', join(folder, 'data')];
  return startChild(require.resolve('../../src/main'), args, /is ready at (\S+)/);
}

/** Runs one measurement in a folder that is removed afterwards. */
export async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongodb-bench-'));
  try {
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs one measurement on a server of its own. */
export function withServer(run: (server: BenchServer) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const server = await startServer(folder);
    const { pid, ready: uri } = server;
    const client = await mongo.MongoClient.connect(uri);
    await run({ db: client.db('bench'), pid, uri, folder });
    await client.close();
    await server.stop();
  });
}
