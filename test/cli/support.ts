import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { text } from 'node:stream/consumers';
import { afterAll } from '@jest/globals';
import mongoose from 'mongoose';
import { startEmbeddedMongodb } from '../../packages/embedded-mongodb/src/server';

const { MongoClient } = mongoose.mongo;
export type Db = mongoose.mongo.Db;

/** The program that `npm run build` makes of `src/cli/main.ts`. */
export const program = join(__dirname, '../../dist/src/cli/main.js');

/** Programs start a third faster when they need not be compiled again. */
const compileCache = join(__dirname, '../../node_modules/.cache/compiled');

const folders: string[] = [];
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is gone when the test file is through. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adgate-cli-'));
  folders.push(folder);
  return folder;
}

/** They come on a slow machine only; `progress` has a test of its own. */
const progressLines = /^adgate: \w+ing .* so far\n/gm;

export interface Finished {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the built command as an operator does, in an environment with nothing but `env` and PATH. */
export function startAdgate(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  nodeArgs: readonly string[] = [],
  stdin: string | null = null,
) {
  const child = spawn(execPath, [...nodeArgs, program, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(stdin);
  children.push(child);
  const finished = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([stdout, stderr, [exitCode]]): Finished => ({
      exitCode: exitCode as number | null,
      stdout,
      stderr: stderr.replaceAll(progressLines, ''),
    }),
  );
  return { child, finished };
}

export function runAdgate(...args: Parameters<typeof startAdgate>): Promise<Finished> {
  return startAdgate(...args).finished;
}

/** Works on a database by the driver itself. */
export async function withDb<Result>(
  uri: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const client = await MongoClient.connect(uri);
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
}

/** Works on the database that a gateway with this data folder would have, while no gateway runs. */
export async function withEmbedded<Result>(
  dataFolder: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const server = await startEmbeddedMongodb({ path: join(dataFolder, 'database') });
  try {
    return await withDb(server.uri.replace('/?', '/adgate?'), work);
  } finally {
    await server.stop();
  }
}

/** Everything in a database, each document and index as hex of its very bytes. */
export type Contents = Readonly<
  Record<string, { readonly indexes: readonly string[]; readonly documents: readonly string[] }>
>;

export async function contentsOf(db: Db): Promise<Contents> {
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(
    ({ name }) => name,
  );
  const contents = await Promise.all(
    names.sort().map(async (name) => {
      const collection = db.collection(name);
      const documents = await collection.find({}, { raw: true }).toArray();
      const indexes = await collection.listIndexes({ raw: true }).toArray();
      return [name, { indexes: toSortedHex(indexes), documents: toSortedHex(documents) }] as const;
    }),
  );
  return Object.fromEntries(contents);
}

/** With `raw` the driver gives bytes, whatever its types say. */
function toSortedHex(values: readonly unknown[]): readonly string[] {
  return values.map((bytes) => Buffer.from(bytes as Uint8Array).toString('hex')).sort();
}
