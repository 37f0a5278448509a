import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Binary } from 'bson';
import { type mongo } from 'mongoose';
import { freshDatabase } from '../support/database';
import { startDatabaseProcess } from '../support/database-process';
import { connectWire, type WireClient } from '../support/wire-client';

let wire: WireClient;
beforeAll(async () => {
  wire = await connectWire(await freshDatabase());
});
afterAll(() => wire.close());

const aSession = () => ({ id: new Binary(randomBytes(16), 4) });
const find = async (client: WireClient, collection: string) =>
  ((await client.command({ find: collection, sort: { _id: 1 } }))['cursor'] as mongo.Document)[
    'firstBatch'
  ] as mongo.Document[];

describe('a retryable write that is repeated', () => {
  it('inserts once and answers the same', async () => {
    const insert = {
      insert: 'inserts',
      documents: [{ _id: 1 }, { _id: 2 }],
      lsid: aSession(),
      txnNumber: 1n,
    };
    expect(await wire.command(insert)).toMatchObject({ n: 2, ok: 1 });
    const again = await wire.command(insert);
    expect(again).toMatchObject({ n: 2, ok: 1 });
    expect(again['writeErrors']).toBeUndefined();
    expect(await find(wire, 'inserts')).toHaveLength(2);
  });

  it('runs only the statements that have not run', async () => {
    const lsid = aSession();
    const insert = (documents: mongo.Document[]) =>
      wire.command({ insert: 'parts', documents, ordered: true, lsid, txnNumber: 5n });
    await insert([{ _id: 1 }]);
    expect(await insert([{ _id: 1 }, { _id: 2 }])).toMatchObject({ n: 2 });
    expect(await find(wire, 'parts')).toEqual([{ _id: 1 }, { _id: 2 }]);
  });

  it('runs a statement again that has failed', async () => {
    const insert = { insert: 'failed', documents: [{ _id: 1 }] };
    const command = { ...insert, lsid: aSession(), txnNumber: 1n };
    await wire.command(insert);
    const first = await wire.command(command);
    expect(first).toMatchObject({ n: 0, writeErrors: [{ index: 0, code: 11000 }] });
    await wire.command({ delete: 'failed', deletes: [{ q: {}, limit: 0 }] });
    expect(await wire.command(command)).toMatchObject({ n: 1 });
  });

  it('applies $inc once, upserts once, deletes once', async () => {
    const update = {
      update: 'counters',
      updates: [{ q: { _id: 'a' }, u: { $inc: { n: 1 } }, upsert: true }],
    };
    const first = { ...update, lsid: aSession(), txnNumber: 1n };
    const upserted = await wire.command(first);
    expect(upserted).toMatchObject({ n: 1, nModified: 0, upserted: [{ index: 0, _id: 'a' }] });
    expect(await wire.command(first)).toEqual(upserted);
    const second = { ...update, lsid: aSession(), txnNumber: 9n };
    expect(await wire.command(second)).toMatchObject({ n: 1, nModified: 1 });
    expect(await wire.command(second)).toMatchObject({ n: 1, nModified: 1 });
    expect(await find(wire, 'counters')).toEqual([{ _id: 'a', n: 2 }]);
    await wire.command({ insert: 'counters', documents: [{ _id: 'b' }] });
    const remove = { delete: 'counters', deletes: [{ q: {}, limit: 1 }] };
    const third = { ...remove, lsid: aSession(), txnNumber: 1n };
    expect(await wire.command(third)).toMatchObject({ n: 1 });
    expect(await wire.command(third)).toMatchObject({ n: 1 });
    expect(await find(wire, 'counters')).toHaveLength(1);
  });

  it('gives the same document for findAndModify, though it has changed since', async () => {
    await wire.command({ insert: 'modified', documents: [{ _id: 1, n: 1 }] });
    const modify = {
      findAndModify: 'modified',
      query: { _id: 1 },
      update: { $inc: { n: 1 } },
      new: true,
      lsid: aSession(),
      txnNumber: 3n,
    };
    const first = await wire.command(modify);
    expect(first['value']).toEqual({ _id: 1, n: 2 });
    await wire.command({ update: 'modified', updates: [{ q: {}, u: { $inc: { n: 40 } } }] });
    expect(await wire.command(modify)).toEqual(first);
  });

  it('waits for the first to be done when both are under way', async () => {
    const other = await connectWire(await freshDatabase());
    const $db = new URL(await freshDatabase()).pathname.slice(1);
    const command = {
      update: 'parallel',
      updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } }, upsert: true }],
      lsid: aSession(),
      txnNumber: 1n,
      $db,
    };
    const [a, b] = await Promise.all([wire.command(command), other.command(command)]);
    expect(a).toEqual(b);
    const found = await other.command({ find: 'parallel', $db });
    expect(found).toMatchObject({ cursor: { firstBatch: [{ _id: 1, n: 1 }] } });
    other.close();
  });

  it('is applied once though the server was killed in between', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sessions-'));
    const lsid = aSession();
    const inc = (txnNumber: bigint) => ({
      update: 'counters',
      updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } }, upsert: true }],
      lsid,
      txnNumber,
      $db: 'crash',
    });
    const commit = { lsid, txnNumber: 9n, autocommit: false };
    for (let round = 0; round < 2; round += 1) {
      const server = await startDatabaseProcess(folder);
      const client = await connectWire(server.ready);
      expect(await client.command(inc(1n))).toMatchObject({ ok: 1, n: 1 });
      client.close();
      await server.kill();
    }
    for (let round = 0; round < 2; round += 1) {
      const server = await startDatabaseProcess(folder);
      const client = await connectWire(server.ready);
      if (round === 0) {
        const insert = { insert: 'counters', documents: [{ _id: 2 }], $db: 'crash' };
        await client.command({ ...insert, ...commit, startTransaction: true });
      }
      const committed = await client.command({ commitTransaction: 1, ...commit, $db: 'admin' });
      expect(committed).toEqual({ ok: 1 });
      const found = await client.command({ find: 'counters', $db: 'crash', sort: { _id: 1 } });
      expect(found).toMatchObject({ cursor: { firstBatch: [{ _id: 1, n: 1 }, { _id: 2 }] } });
      client.close();
      await server.kill();
    }
    rmSync(folder, { recursive: true });
  });

  it('is run again as a whole after the server was killed, where it has only read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sessions-'));
    const own = { lsid: aSession(), txnNumber: 1n, autocommit: false };
    const commit = { commitTransaction: 1, ...own, $db: 'admin' };
    let server = await startDatabaseProcess(folder);
    let client = await connectWire(server.ready);
    await client.command({ find: 'counters', $db: 'crash', ...own, startTransaction: true });
    for (let round = 0; round < 2; round += 1)
      expect(await client.command(commit)).toEqual({ ok: 1 });
    client.close();
    await server.kill();
    server = await startDatabaseProcess(folder);
    client = await connectWire(server.ready);
    const errorLabels = ['TransientTransactionError'];
    expect(await client.command(commit)).toMatchObject({ ok: 0, code: 251, errorLabels });
    client.close();
    await server.kill();
    rmSync(folder, { recursive: true });
  });
});

describe('a transaction number', () => {
  const insert = { insert: 'numbers', documents: [{ a: 1 }] };

  it.each<[string, mongo.Document, number]>([
    ['without a session', { ...insert, txnNumber: 1n }, 72],
    ['on a session id that is no UUID', { ...insert, lsid: { id: 1 }, txnNumber: 1n }, 72],
    ['on a read', { find: 'numbers', lsid: aSession(), txnNumber: 1n }, 72],
    [
      'on an update of many',
      {
        update: 'numbers',
        updates: [{ q: {}, u: { $set: { a: 1 } }, multi: true }],
        lsid: aSession(),
        txnNumber: 1n,
      },
      72,
    ],
    [
      'of a transaction that was never begun',
      { ...insert, lsid: aSession(), txnNumber: 1n, autocommit: false },
      251,
    ],
  ])('is refused %s', async (_name, command, code) => {
    const reply = await wire.command(command);
    const error = (reply['writeErrors'] as mongo.Document[] | undefined)?.[0] ?? reply;
    expect(error).toMatchObject({ code });
  });

  it('is refused when it is lower than the last', async () => {
    const lsid = aSession();
    await wire.command({ ...insert, lsid, txnNumber: 5n });
    expect(await wire.command({ ...insert, lsid, txnNumber: 4n })).toMatchObject({
      ok: 0,
      code: 225,
      codeName: 'TransactionTooOld',
    });
  });

  it('commits again what is committed, and begins nothing twice', async () => {
    const own = { lsid: aSession(), txnNumber: 1n, autocommit: false };
    const begin = { insert: 'begun', documents: [{ _id: 1 }], ...own, startTransaction: true };
    const commit = { commitTransaction: 1, ...own, $db: 'admin' };
    expect(await wire.command(begin)).toMatchObject({ n: 1 });
    expect(await wire.command(begin)).toMatchObject({ ok: 0, code: 117 });
    expect(await wire.command(commit)).toEqual({ ok: 1 });
    expect(await wire.command(commit)).toEqual({ ok: 1 });
    expect(await wire.command({ ...commit, abortTransaction: 1 })).toMatchObject({ ok: 0 });
    expect(await find(wire, 'begun')).toEqual([{ _id: 1 }]);
    const after = await wire.command({ find: 'begun', ...own });
    expect(after).toMatchObject({ ok: 0, code: 256 });
    const unknown = { ...commit, txnNumber: 7n };
    expect(await wire.command(unknown)).toMatchObject({
      code: 251,
      errorLabels: ['TransientTransactionError'],
    });
  });
});
