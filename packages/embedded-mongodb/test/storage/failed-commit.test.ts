import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mongo } from 'mongoose';
import { Oplog } from '../../src/change-streams/oplog';
import { type EmbeddedMongodb, startEmbeddedMongodb } from '../../src/server';
import { Catalog } from '../../src/storage/catalog';
import { planOf } from '../support/indexes';

interface Item {
  _id: number | string;
  u: number | string;
  f?: string;
}

const diskFull = 14031;
let folder: string;
let server: EmbeddedMongodb;
let client: mongo.MongoClient;
let items: mongo.Collection<Item>;
/** The server's writing connection. */
let writer: DatabaseSync;

/** The connection that is opened last on the data is the writer's: the server opens readers later. */
async function startWatched(): Promise<void> {
  const prepare = jest.spyOn(DatabaseSync.prototype, 'prepare');
  try {
    server = await startEmbeddedMongodb({ path: folder });
    writer = prepare.mock.contexts.at(-1) as DatabaseSync;
  } finally {
    prepare.mockRestore();
  }
}

/** Lets the file grow by so many pages only; without a number as much as it likes. */
function limitPages(more?: number): void {
  const pages = Number(writer.prepare('PRAGMA page_count').get()?.['page_count']);
  writer.exec(`PRAGMA max_page_count = ${more === undefined ? 10_000_000 : pages + more}`);
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'failed-commit-'));
  await startWatched();
  client = await mongo.MongoClient.connect(server.uri, { retryWrites: false });
  items = client.db('d').collection<Item>('items');
  await items.createIndex({ u: 1 }, { unique: true }, {});
  await items.insertOne({ _id: 'first', u: 'first' });
  await Promise.all(Array.from({ length: 40 }, () => items.findOne()));
});

afterEach(async () => {
  await client.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Exactly the acknowledged writes are stored, and nothing of the rest is in the way. */
async function expectExactly(acknowledged: readonly unknown[], refused: readonly number[]) {
  const stored = await items.distinct('_id');
  expect([...stored].sort()).toEqual(['first', ...acknowledged].sort());
  expect(await items.estimatedDocumentCount()).toBe(stored.length);
  for (const id of refused) await items.insertOne({ _id: id, u: id });
}

describe('an error of SQLite in the midst of a turn', () => {
  it('refuses all that was written in it, and leaves no key behind', async () => {
    const acknowledged: number[] = [];
    const refused: number[] = [];
    let id = 0;
    for (let round = 0; round < 20; round += 1) {
      limitPages(2 + (round % 4));
      const inserts = Array.from({ length: 30 }, async (_, i) => {
        id += 1;
        const item = { _id: id, u: id, f: 'z'.repeat([100_000, 3000, 10][i % 3]!) };
        try {
          await items.insertOne(item);
          acknowledged.push(item._id);
        } catch (error) {
          expect(error).toMatchObject({ code: diskFull });
          refused.push(item._id);
        }
      });
      await Promise.all(inserts);
      limitPages();
    }
    expect(refused.length).toBeGreaterThan(0);
    await expectExactly(acknowledged, refused);
  });

  it('refuses an unordered batch as a whole', async () => {
    limitPages(3);
    const batch = [
      { _id: 1, u: 1 },
      { _id: 2, u: 2, f: 'z'.repeat(200_000) },
      { _id: 3, u: 3 },
    ];
    const insert = items.insertMany(batch, { ordered: false });
    await expect(insert).rejects.toMatchObject({ code: diskFull });
    limitPages();
    await expectExactly([], [1, 2, 3]);
  });

  it('keeps nothing of a write that fails half way', async () => {
    const log = jest.spyOn(Oplog.prototype, 'isWatched').mockImplementationOnce(() => {
      throw new TypeError('half way');
    });
    const insert = items.insertMany([{ _id: 1, u: 1 }], { ordered: false });
    await expect(insert).rejects.toMatchObject({ code: 1 });
    log.mockRestore();
    await expectExactly([], [1]);
  });

  it('refuses a batch of several turns whose beginning was lost', async () => {
    limitPages(20);
    const many = Array.from({ length: 20_000 }, (_, i) => ({ _id: i, u: i }));
    const filling = items.insertMany(many, { ordered: false });
    await expect(filling).rejects.toMatchObject({ code: diskFull });
    limitPages();
    const stored = await items.countDocuments();
    expect(await items.estimatedDocumentCount()).toBe(stored);
    const { unique, documents } = writer
      .prepare(
        `SELECT (SELECT count(*) FROM unique_keys) AS "unique",
                (SELECT count(*) FROM documents) AS documents`,
      )
      .get() as { unique: number; documents: number };
    expect(unique).toBe(2 * documents);
  });

  it('keeps collections, cursors and indexes usable for who has them', async () => {
    await items.insertMany(Array.from({ length: 500 }, (_, i) => ({ _id: i, u: i })));
    const cursor = items.find({ u: { $gte: 0 } }, { sort: { u: 1 }, batchSize: 10 });
    expect(await cursor.next()).toMatchObject({ _id: 0 });
    limitPages(2);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        items.insertOne({ _id: 1000 + i, u: 1000 + i, f: 'z'.repeat(50_000) }),
      ),
    );
    limitPages();
    const codes = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as mongo.MongoServerError).code] : [],
    );
    expect(new Set(codes)).toEqual(new Set([diskFull]));
    expect(await cursor.toArray()).toHaveLength(499);
  });

  it('gives the rows of an open transaction to nobody else', async () => {
    const session = client.startSession();
    session.startTransaction();
    await items.insertOne({ _id: 1, u: 1 }, { session });
    limitPages(2);
    const big = { _id: 2, u: 2, f: 'z'.repeat(100_000) };
    await expect(items.insertOne(big)).rejects.toMatchObject({ code: diskFull });
    limitPages();
    await items.insertOne({ _id: 3, u: 3 });
    await session.commitTransaction();
    await session.endSession();
    await expectExactly([1, 3], [2]);
  });
});

describe('an index that could not be made whole', () => {
  const insertMany = () =>
    items.insertMany(
      Array.from({ length: 20_000 }, (_, i) => ({ _id: i, u: i, f: `${i}`.padStart(40, 'z') })),
    );

  const createIndex = () => items.createIndex({ f: 1 }, {}, {});

  /** No index is left, and the next request makes one that is used. */
  async function expectNothingLeft() {
    expect(await items.indexes()).toHaveLength(2);
    await createIndex();
    const f = '7'.padStart(40, 'z');
    expect(await planOf(items.find({ f }))).toMatchObject({ index: 'f_1' });
    expect(await items.distinct('_id', { f })).toEqual([7]);
  }

  it('leaves nothing when the disk was full', async () => {
    await insertMany();
    limitPages(20);
    await expect(createIndex()).rejects.toMatchObject({ code: diskFull });
    limitPages();
    await expectNothingLeft();
  });

  const fail = (): never => {
    throw new TypeError('half way');
  };

  it.each<[string, () => void]>([
    ['statement', fail],
    ['commit', () => void jest.spyOn(Oplog.prototype, 'flush').mockImplementationOnce(fail)],
  ])('leaves nothing when its last %s failed', async (_name, save) => {
    await insertMany();
    jest.spyOn(Catalog.prototype, 'saveIndex').mockImplementationOnce(save);
    await expect(createIndex()).rejects.toMatchObject({ code: 1 });
    jest.restoreAllMocks();
    await expectNothingLeft();
  });
});
