import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Binary } from 'bson';
import type { mongo } from 'mongoose';
import { startDatabaseProcess } from '../support/database-process';
import { connectWire, opMsg, readReply } from '../support/wire-client';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commit-order-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const aRetryable = () => ({
  lsid: { id: new Binary(randomBytes(16), 4) },
  txnNumber: 1n,
  $db: 'd',
});

/** Writes that a retry could do twice or not at all. */
function someWrites(): readonly mongo.Document[] {
  const documents = Array.from({ length: 50 }, (_, i) => ({ _id: i }));
  const updates = [{ q: { _id: 1 }, u: { $inc: { n: 1 } }, upsert: true }];
  const modify = { query: { _id: 1 }, update: { $inc: { n: 1 } }, upsert: true, new: true };
  return [
    { insert: 'items', documents, ...aRetryable() },
    { update: 'counted', updates, ...aRetryable() },
    { findAndModify: 'modified', ...modify, ...aRetryable() },
  ];
}

/** Sends each on a connection of its own; gives the answers, undefined where the server hung up. */
async function sendAll(
  uri: string,
  commands: readonly mongo.Document[],
): Promise<(mongo.Document | undefined)[]> {
  const clients = await Promise.all(commands.map(() => connectWire(uri)));
  const answers = clients.map(async (client, i) => {
    client.send(opMsg(commands[i]!));
    const reply = await client.receive();
    client.close();
    return reply && readReply(reply);
  });
  return Promise.all(answers);
}

/** How many items there are, and what the two counters say. */
async function readAll(uri: string): Promise<readonly number[]> {
  const [items] = await sendAll(uri, [{ count: 'items', $db: 'd' }]);
  const finds = ['counted', 'modified'].map((find) => ({ find, $db: 'd' }));
  const counters = (await sendAll(uri, finds)).map((reply) => {
    const [document] = (reply?.['cursor'] as mongo.Document)['firstBatch'] as mongo.Document[];
    return Number(document?.['n'] ?? 0);
  });
  return [Number(items?.['n']), ...counters];
}

describe('a server that dies at a COMMIT', () => {
  it.each(['before', 'after'] as const)(
    'has answered nothing of it when it is %s it, and applies retries once',
    async (when) => {
      const order = join(folder, 'order');
      const server = await startDatabaseProcess(join(folder, 'data'), undefined, {
        NODE_OPTIONS: `--require=${require.resolve('../support/die-at-commit.js')}`,
        DIE_AT_COMMIT: order,
      });
      const writes = someWrites();
      const creations = ['items', 'counted', 'modified'].map((create) => ({ create, $db: 'd' }));
      expect(await sendAll(server.ready, creations)).toMatchObject(Array(3).fill({ ok: 1 }));
      writeFileSync(order, when);
      expect(await sendAll(server.ready, writes)).toEqual([undefined, undefined, undefined]);
      rmSync(order);
      const again = await startDatabaseProcess(join(folder, 'data'));
      const [items = 0, counted = 0, modified = 0] = await readAll(again.ready);
      expect(items + counted + modified > 0).toBe(when === 'after');
      const answers = [{ n: 50 }, { n: 1 }, { value: { _id: 1, n: 1 } }];
      expect(await sendAll(again.ready, writes)).toMatchObject(answers);
      expect(await readAll(again.ready)).toEqual([50, 1, 1]);
      await again.stop();
    },
  );
});

/** Needs the right to look at another process's system calls. */
const canTrace =
  process.getuid?.() === 0 && spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

/** One letter for each system call: S syncs the journal, W writes to a client. */
function readTrace(path: string): string {
  const calls = readFileSync(path, 'utf8').matchAll(
    /\b(f(?:data)?sync)\(\d+<[^>]*-wal>|\bwritev?\(\d+<(?:socket|TCP)/g,
  );
  return Array.from(calls, ([, sync]) => (sync ? 'S' : 'W')).join('');
}

describe('an answer to a write', () => {
  (canTrace ? it : it.skip)('follows the fsync of what it acknowledges', async () => {
    const server = await startDatabaseProcess(join(folder, 'data'));
    const client = await connectWire(server.ready);
    const insert = (_id: number) =>
      client.command({ insert: 'items', documents: [{ _id }], $db: 'd' });
    await insert(0);
    const { pid } = await client.command({ serverStatus: 1, $db: 'admin' });
    const trace = join(folder, 'trace');
    const calls = 'trace=fsync,fdatasync,write,writev';
    const strace = spawn('strace', ['-f', '-y', '-e', calls, '-o', trace, '-p', String(pid)]);
    await once(strace.stderr, 'data');
    for (let id = 1; id <= 20; id += 1) await insert(id);
    const ended = once(strace, 'exit');
    strace.kill('SIGINT');
    await ended;
    expect(readTrace(trace)).toMatch(/^(S+W){20}$/);
    client.close();
    await server.stop();
  });
});
