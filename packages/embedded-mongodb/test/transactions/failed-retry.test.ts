import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Binary } from 'bson';
import type { mongo } from 'mongoose';
import { type EmbeddedMongodb, startEmbeddedMongodb } from '../../src/server';
import { connectWire, type WireClient } from '../support/wire-client';

let folder: string;
let server: EmbeddedMongodb;
let first: WireClient;
let second: WireClient;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'failed-retry-'));
  server = await startEmbeddedMongodb({ path: folder });
  first = await connectWire(server.uri);
  second = await connectWire(server.uri);
  await first.command({ insert: 'items', documents: [{ _id: -1, n: 0 }], $db: 'd' });
});

afterEach(async () => {
  jest.restoreAllMocks();
  first.close();
  second.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const aRetryable = () => ({ lsid: { id: new Binary(randomBytes(16), 4) }, txnNumber: 1n });

/** Lets the next COMMIT of what holds a document fail, as an error of the disk does; resolves when it has. */
function failNextCommit(): Promise<void> {
  return new Promise((resolve) => {
    const exec = jest.spyOn(DatabaseSync.prototype, 'exec');
    exec.mockImplementation(function (this: DatabaseSync, sql: string) {
      exec.mockRestore();
      if (sql !== 'COMMIT') {
        this.exec(sql);
        void failNextCommit().then(resolve);
        return;
      }
      resolve();
      throw Object.assign(new Error('disk I/O error'), { errcode: 778 });
    });
  });
}

async function storedCount(): Promise<number> {
  const reply = await second.command({ count: 'items', query: { _id: { $gte: 0 } }, $db: 'd' });
  return Number(reply['n']);
}

describe('a retryable write whose beginning was lost', () => {
  it('is applied whole by a retry that waited for it', async () => {
    const documents = Array.from({ length: 8000 }, (_, i) => ({ _id: i }));
    const insert = { insert: 'items', documents, ...aRetryable(), $db: 'd' };
    const failed = failNextCommit();
    const answer = first.command(insert);
    const again = second.command(insert);
    await failed;
    expect(await answer).toMatchObject({ ok: 0 });
    expect(await again).toMatchObject({ ok: 1, n: 8000 });
    expect(await storedCount()).toBe(8000);
  });

  it('is applied whole by a later retry', async () => {
    const documents = Array.from({ length: 8000 }, (_, i) => ({ _id: i }));
    const insert = { insert: 'items', documents, ordered: false, ...aRetryable(), $db: 'd' };
    void failNextCommit();
    expect(await first.command(insert)).toMatchObject({ ok: 0 });
    expect(await first.command(insert)).toMatchObject({ ok: 1, n: 8000 });
    expect(await storedCount()).toBe(8000);
  });

  it('keeps no record of what was lost when its later statements change nothing', async () => {
    const noMatch = { q: { n: { $lt: 0 } }, u: { $inc: { n: 1 } } };
    const filler = Array.from({ length: 8000 }, (_, i) => ({ _id: i, n: i }));
    await first.command({ insert: 'items', documents: filler, $db: 'd' });
    const updates = [
      { q: { _id: -1 }, u: { $inc: { n: 1 } } },
      ...Array.from({ length: 12 }, () => noMatch),
    ];
    const update = { update: 'items', updates, ordered: false, ...aRetryable(), $db: 'd' };
    void failNextCommit();
    expect(await first.command(update)).toMatchObject({ ok: 0 });
    await first.command({ insert: 'items', documents: [{ _id: -2 }], $db: 'd' });
    expect(await second.command(update)).toMatchObject({ ok: 1, n: 1, nModified: 1 });
    const found = await first.command({ find: 'items', filter: { _id: -1 }, $db: 'd' });
    expect((found['cursor'] as mongo.Document)['firstBatch']).toEqual([{ _id: -1, n: 1 }]);
  });
});

describe('a retryable write that has written nothing when a commit fails', () => {
  it('is applied once, though its retry comes meanwhile', async () => {
    // So many that the statement takes several turns on any machine: the commit that fails is not its own.
    const filler = Array.from({ length: 60_000 }, (_, i) => ({ _id: i, n: i }));
    await first.command({ insert: 'items', documents: filler, $db: 'd' });
    const long = { q: { $expr: { $eq: ['$n', 59_999] } }, u: { $inc: { m: 1 } } };
    const update = { update: 'items', updates: [long], ...aRetryable(), $db: 'd' };
    const third = await connectWire(server.uri);
    const failed = failNextCommit();
    const answer = first.command(update);
    const other = third.command({ insert: 'items', documents: [{ _id: -2 }], $db: 'd' });
    await failed;
    const again = await second.command(update);
    expect(await other).toMatchObject({ ok: 0 });
    expect(again).toMatchObject({ ok: 1, n: 1, nModified: 1 });
    expect(await answer).toEqual(again);
    const found = await first.command({ find: 'items', filter: { _id: 59_999 }, $db: 'd' });
    const [changed] = (found['cursor'] as mongo.Document)['firstBatch'] as mongo.Document[];
    expect(changed).toMatchObject({ m: 1 });
    third.close();
  });
});
