import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose, { type Connection } from 'mongoose';
import { startChild } from './child';

export interface BenchDatabase {
  /** With a database name of its own. */
  readonly uri: string;
  /** null: one that runs without us. */
  readonly pid: number | null;
  stop(): Promise<void>;
}

/** The database that `MONGODB_URI` names, or an embedded one in a process and a folder of its own. */
async function startDatabase(): Promise<BenchDatabase> {
  const name = `adgate_bench_${process.pid}`;
  const given = process.env.MONGODB_URI;
  if (given !== undefined) {
    const url = new URL(given);
    url.pathname = `/${name}`;
    return { uri: url.href, pid: null, stop: () => Promise.resolve() };
  }
  const folder = mkdtempSync(join(tmpdir(), 'adgate-bench-'));
  const child = await startChild(require.resolve('embedded-mongodb/main'), {
    args: ['--port', '0', '--path', folder],
    readyLine: /mongodb:\/\/127\.0\.0\.1:(\d+)/,
  });
  return {
    uri: `mongodb://127.0.0.1:${child.ready[1]!}/${name}?directConnection=true`,
    pid: child.pid,
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs one measurement on a database of its own, opened as the gateway opens it, and leaves nothing behind. */
export async function withDatabase(
  work: (db: Connection, uri: string, pid: number | null) => Promise<void>,
): Promise<void> {
  const database = await startDatabase();
  const { uri, pid } = database;
  const db = await mongoose
    .createConnection(uri, { autoIndex: false, autoCreate: false, useBigInt64: true })
    .asPromise();
  try {
    await work(db, uri, pid);
  } finally {
    await db.dropDatabase();
    await db.close();
    await database.stop();
  }
}
