import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Connection, Schema } from 'mongoose';
import { openDatabase } from '../../../src/platform/database/connection';
import type { ServiceContext } from '../../../src/api/context';
import type { SigningKeys } from '../../../src/platform/keys/signing-key.store';
import { decodeCursor, encodeCursor } from '../../../src/platform/lists/cursor';
import { listPage } from '../../../src/platform/lists/list.service';
import { readSlice } from '../../../src/platform/lists/list.store';
import {
  insertSequenced,
  readSequencedSlice,
  sequenceOf,
  type SequencedDocument,
} from '../../../src/platform/lists/sequenced-list.store';
import type { Page, PageParams } from '../../../src/platform/lists/page';
import { freshDatabase } from '../../support/database';

interface Entry extends SequencedDocument {
  readonly owner: string;
  readonly kind: string;
}

const keys: SigningKeys = [{ keyId: 1, secret: createSecretKey(randomBytes(32)) }];
const start = Date.parse('2026-05-01T12:00:00Z');
let clock = start;
// The list machinery asks no more of a context.
const ctx = {
  cursorKeys: keys,
  now: () => new Date((clock += 1)),
} as unknown as ServiceContext;

let db: Connection;
beforeAll(async () => {
  db = await openDatabase(await freshDatabase());
});
afterAll(() => db.close());

const schema = new Schema<Entry>(
  { _id: String, owner: String, kind: String, sequence: Number, createdAt: Date, deletedAt: Date },
  { versionKey: false, collection: 'entries' },
)
  .index({ owner: 1, sequence: 1 }, { unique: true })
  .index({ owner: 1, deletedAt: 1, sequence: 1 })
  .index({ owner: 1, createdAt: 1, _id: 1 });

/** An empty list of its own, by every way in which one can be read. */
async function aList(way: 'sequence' | 'creation' | 'filter') {
  const name = `Entry${randomBytes(4).toString('hex')}`;
  const model = db.model(name, schema.clone(), name);
  await model.createIndexes();
  const key = { owner: 'me' };
  const toItem = ({ _id }: Entry) => _id;
  const page = (params: PageParams): Promise<Page<string>> =>
    listPage(ctx, {
      list: name,
      page: params,
      read: (slice) => {
        const options = { key, slice, toItem };
        if (way === 'creation') return readSlice(model, options);
        return readSequencedSlice(
          model,
          way === 'filter' ? { ...options, filter: { kind: 'a' } } : options,
        );
      },
    });
  return {
    page,
    add: (id: string) =>
      insertSequenced(model, key, (sequence) =>
        model.create({
          _id: id,
          ...key,
          kind: 'a',
          sequence,
          createdAt: ctx.now(),
          deletedAt: null,
        }),
      ),
    remove: (id: string) => model.updateOne({ _id: id }, { $set: { deletedAt: ctx.now() } }),
    model,
  };
}

const idOf = (number: number) => `e${String(number).padStart(3, '0')}`;
const ids = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => idOf(from + at));

describe.each(['sequence', 'creation', 'filter'] as const)('a list read by %s', (way) => {
  it('is empty at first: one page without items', async () => {
    const { page } = await aList(way);
    const { nodes, edges, totalCount, pageInfo } = await page({});
    expect({ nodes, edges, totalCount, pageInfo: { ...pageInfo } }).toEqual({
      nodes: [],
      edges: [],
      totalCount: 0,
      pageInfo: {
        hasNextPage: false,
        hasPreviousPage: false,
        startCursor: null,
        endCursor: null,
        listCursor: expect.stringMatching(/^[\w-]+$/),
        page: 1,
        lastPage: 1,
        pageSize: 10,
        from: null,
        to: null,
      },
    });
    const again = await page({ after: pageInfo.listCursor, page: 3 });
    expect(again.nodes).toEqual([]);
  });

  it('comes in pages, oldest first, by number or from cursor to cursor', async () => {
    const { add, page } = await aList(way);
    for (const id of ids(1, 25)) await add(id);
    expect((await page({})).nodes).toEqual(ids(1, 10));
    const third = await page({ page: 3 });
    expect(third.nodes).toEqual(ids(21, 25));
    expect(third.pageInfo).toMatchObject({ from: 21, to: 25, lastPage: 3, hasNextPage: false });
    const past = await page({ page: 4 });
    expect([past.nodes, past.pageInfo.from, past.totalCount]).toEqual([[], null, 25]);

    const first = await page({ first: 7 });
    expect(first.edges.map(({ node }) => node)).toEqual(ids(1, 7));
    const second = await page({ first: 7, after: first.edges[3]!.cursor });
    expect(second.nodes).toEqual(ids(5, 11));
    const next = await page({ first: 7, after: second.pageInfo.endCursor });
    expect(next.nodes).toEqual(ids(12, 18));
    expect(next.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true, from: 12 });
  });

  it('stands still for a cursor while items are added and deleted', async () => {
    const { add, remove, page } = await aList(way);
    for (const id of ids(1, 30)) await add(id);
    await remove(idOf(2));
    await remove(idOf(29));
    const all = [...ids(1, 1), ...ids(3, 28), ...ids(30, 30)];
    const first = await page({ first: 5 });
    expect(first.nodes).toEqual(all.slice(0, 5));
    const after = first.pageInfo.listCursor;

    await remove(idOf(1));
    await remove(idOf(12));
    for (const id of ids(31, 40)) await add(id);
    const seen: string[] = [];
    for (let at = 1; at <= first.pageInfo.lastPage; at += 1)
      seen.push(...(await page({ first: 5, after, page: at })).nodes);
    expect(seen).toEqual(all.filter((id) => id !== idOf(1) && id !== idOf(12)));
    expect((await page({ first: 5, after, page: 2 })).totalCount).toBe(28);

    const fresh = await page({ first: 100 });
    expect(fresh.nodes).toEqual([...ids(3, 11), ...ids(13, 28), ...ids(30, 40)]);
    expect([fresh.totalCount, fresh.pageInfo.to]).toEqual([36, 36]);
  });

  it('forgets what was deleted before, wherever it stood', async () => {
    const { add, remove, page } = await aList(way);
    for (const id of ids(1, 12)) await add(id);
    for (const number of [1, 2, 3, 7, 11, 12]) await remove(idOf(number));
    const left = [4, 5, 6, 8, 9, 10].map(idOf);
    for (let size = 1; size <= 7; size += 1) {
      const pages = Math.ceil(6 / size);
      const found: string[] = [];
      for (let at = 1; at <= pages; at += 1)
        found.push(...(await page({ first: size, page: at })).nodes);
      expect(found).toEqual(left);
    }
  });

  it('cuts pages to 1000 items', async () => {
    const { page } = await aList(way);
    expect((await page({ first: 5_000 })).pageInfo.pageSize).toBe(1_000);
  });

  it.each([
    ['a size of nothing', { first: 0 }, ['first']],
    ['half an item', { first: 1.5 }, ['first']],
    ['a page before the first, of a foreign cursor', { page: 0, after: 'abc' }, ['page', 'after']],
    ['no cursor at all', { after: '' }, ['after']],
    ['an endless cursor', { after: 'A'.repeat(10_000) }, ['after']],
  ])('refuses %s', async (_case, params, fields) => {
    const { page } = await aList(way);
    await expect(page(params)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const error = await page(params).catch((thrown: unknown) => thrown);
    expect(Object.keys((error as { details: object }).details)).toEqual(fields);
  });
});

describe('racing insertions', () => {
  it('get numbers without gaps', async () => {
    const { add, model } = await aList('sequence');
    await Promise.all(ids(1, 24).map(add));
    const found = await model.find().sort({ sequence: 1 }).lean();
    expect(found.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 24 }, (_, at) => at + 1),
    );
  });

  it('do not hide what else is wrong', async () => {
    const { add } = await aList('sequence');
    await add('one');
    await expect(add('one')).rejects.toMatchObject({ code: 11000 });
  });
});

describe('sequenceOf', () => {
  it('is the place among those that are left, whatever was deleted', () => {
    for (let deletions = 0; deletions < 2 ** 8; deletions += 1) {
      const isDeleted = (number: number) => ((deletions >> (number - 1)) & 1) === 1;
      const numbers = Array.from({ length: 12 }, (_, at) => at + 1);
      const deleted = numbers.filter(isDeleted);
      const left = numbers.filter((number) => !isDeleted(number));
      expect(left.map((_, at) => sequenceOf(at + 1, deleted))).toEqual(left);
    }
  });
});

describe('a cursor', () => {
  const position = { offset: 7, snapshot: { last: 12, takenAt: start, total: 9 } };
  const cursor = encodeCursor(keys, 'list', position);

  it('comes back as the position that went in', () => {
    expect(decodeCursor(keys, 'list', cursor)).toEqual(position);
    const created = { ...position.snapshot, last: [start, 'abc'] as const };
    const other = encodeCursor(keys, 'list', { offset: 0, snapshot: created });
    expect(decodeCursor(keys, 'list', other)).toEqual({ offset: 0, snapshot: created });
  });

  it('is worth nothing in another list, under another key, or changed at any character', () => {
    expect(decodeCursor(keys, 'other list', cursor)).toBeNull();
    expect(
      decodeCursor([{ keyId: 2, secret: createSecretKey(randomBytes(32)) }], 'list', cursor),
    ).toBeNull();
    for (let at = 0; at < cursor.length; at += 1) {
      const changed = `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
      expect(decodeCursor(keys, 'list', changed)).toBeNull();
    }
    for (const text of ['', 'A', cursor.slice(1), `${cursor}=`, `${cursor}AAAA`, ` ${cursor}`])
      expect(decodeCursor(keys, 'list', text)).toBeNull();
  });
});

describe('a number of a list that somebody else has taken', () => {
  it('is passed over also where the engine does not say which index is unique', async () => {
    const { Taken, key } = { Taken: db.model('TakenEntry', schema), key: { owner: 'taken' } };
    await Taken.createIndexes();
    const insert = (sequence: number) =>
      Taken.create({ _id: randomBytes(4).toString('hex'), ...key, kind: '', sequence });
    let races = 0;
    const inserted = await insertSequenced(Taken, key, async (sequence) => {
      if (races++ < 3) await insert(sequence);
      return insert(sequence).catch((error: unknown) => {
        throw Object.assign(new Error('duplicate key'), { code: (error as { code: number }).code });
      });
    });
    expect(inserted.sequence).toBe(4);
  });

  it('is no reason to try an id that exists again', async () => {
    const Taken = db.model('TakenId', schema);
    let tries = 0;
    const insert = () => {
      tries += 1;
      return Promise.reject(Object.assign(new Error('duplicate key'), { code: 11_000 }));
    };
    await expect(insertSequenced(Taken, { owner: 'nobody' }, insert)).rejects.toThrow('duplicate');
    expect(tries).toBe(1);
  });
});
