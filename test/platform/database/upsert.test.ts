import { afterAll, beforeAll, expect, it } from '@jest/globals';
import mongoose, { type Connection, Schema } from 'mongoose';
import { openDatabase } from '../../../src/platform/database/connection';
import {
  bulkUpsertRacing,
  isPartlyDone,
  upsertRacing,
} from '../../../src/platform/database/upsert';
import { createCreativeResultStore } from '../../../src/market/inventory/creative-result.store';
import { createSigningKeyStore } from '../../../src/platform/keys/signing-key.store';
import { freshDatabase } from '../../support/database';

const { MongoServerError } = mongoose.mongo;
/** As an engine refuses it that tells neither the index nor the key. */
const duplicate = () => new MongoServerError({ message: 'duplicate key', code: 11_000 });

const createCounts = (connection: Connection) =>
  connection.model(
    'Count',
    new Schema({ _id: String, count: Number }, { versionKey: false, collection: 'counts' }),
  );

const add = (_id: string, filter: object = {}) => ({
  updateOne: { filter: { _id, ...filter }, update: { $inc: { count: 1 } }, upsert: true },
});

let db: Connection;
let counts: ReturnType<typeof createCounts>;
beforeAll(async () => {
  db = await openDatabase(await freshDatabase());
  counts = createCounts(db);
});
afterAll(() => db.close());

it('an upsert that another one was faster with is run again', async () => {
  let tries = 0;
  const result = await upsertRacing(() => {
    tries += 1;
    return tries === 1 ? Promise.reject(duplicate()) : Promise.resolve('found');
  });
  expect([result, tries]).toEqual(['found', 2]);
});

it('an upsert that never fits, or fails otherwise, ends with its error', async () => {
  const refused = duplicate();
  await expect(upsertRacing(() => Promise.reject(refused))).rejects.toBe(refused);
  let tries = 0;
  const failing = upsertRacing(() => Promise.reject(new Error(`try ${(tries += 1)}`)));
  await expect(failing).rejects.toThrow('try 1');
});

it('of many upserts those alone are run again that were refused', async () => {
  await counts.create({ _id: 'there', count: 1 });
  let runs = 0;
  const racing: Parameters<typeof bulkUpsertRacing>[0] = {
    bulkWrite(operations, options) {
      runs += 1;
      // An upsert whose filter does not find what is there is refused as one that lost a race is.
      const sent = runs === 1 ? [add('new'), add('there', { count: 99 })] : operations;
      return counts.bulkWrite(sent as ReturnType<typeof add>[], options);
    },
  };
  const inserted = await bulkUpsertRacing(racing, [add('new'), add('there')]);
  expect([...inserted]).toEqual([0]);
  expect(await counts.find().sort({ _id: 1 }).lean()).toEqual([
    { _id: 'new', count: 1 },
    { _id: 'there', count: 2 },
  ]);
});

it.each([
  [true, 'one of two', ['new']],
  [false, 'all', []],
])(
  'many upserts are partly done: %s, where the database goes after %s lost a race',
  async (isPartly, _lost, won) => {
    await counts.deleteMany({});
    await counts.create({ _id: 'there', count: 1 });
    let runs = 0;
    const failing: Parameters<typeof bulkUpsertRacing>[0] = {
      bulkWrite(operations, options) {
        runs += 1;
        if (runs > 1) return Promise.reject(new Error('away'));
        return counts.bulkWrite(operations as ReturnType<typeof add>[], options);
      },
    };
    const operations = [...won.map((id) => add(id)), add('there', { count: 99 })];
    const error: unknown = await bulkUpsertRacing(failing, operations).catch((one: unknown) => one);
    expect([String(error), isPartlyDone(error)]).toEqual(['Error: away', isPartly]);
  },
);

it('a ring of keys that another process makes at once is found', async () => {
  const store = createSigningKeyStore(db);
  const model = store.models[0]!;
  const update = model.findOneAndUpdate.bind(model);
  let tries = 0;
  // The first try meets the insertion of another process, as engines refuse it.
  model.findOneAndUpdate = ((...args: Parameters<typeof update>) => {
    tries += 1;
    return tries === 1 ? { lean: () => Promise.reject(duplicate()) } : update(...args);
  }) as typeof model.findOneAndUpdate;
  const [key] = await store.getOrCreate('cursors', Buffer.alloc(32, 1));
  expect(key.secret.export()).toEqual(Buffer.alloc(32, 1));
});

it('results that two processes add first at once are all counted', async () => {
  const store = createCreativeResultStore(db);
  const result = { creativeId: 'one', served: 1, impressions: 0, clicks: 0, conversions: 0 };
  const updatedAt = new Date();
  await Promise.all(Array.from({ length: 20 }, () => store.add([result], updatedAt)));
  const totals = [];
  for await (const each of store.streamChanged(new Date(0))) totals.push(each);
  expect(totals).toEqual([{ ...result, served: 20, acceptedViews: 0, paid: 0, updatedAt }]);
});
