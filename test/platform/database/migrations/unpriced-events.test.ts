import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection, mongo } from 'mongoose';
import { openDatabase } from '../../../../src/platform/database/connection';
import { unpricedEvents } from '../../../../src/platform/database/migrations/0002-unpriced-events';
import { createEventStore } from '../../../../src/market/events/event.store';
import { freshDatabase } from '../../../support/database';
import { anEvent, anId } from '../../../support/events';

type Stored = mongo.BSON.Document & { readonly _id: string };

const migratedAt = new Date('2026-06-01T00:00:00Z');
const now = () => migratedAt;
let connection: Connection;

beforeEach(async () => {
  connection = await openDatabase(await freshDatabase());
});

afterEach(() => connection.close());

const events = () => connection.db!.collection<Stored>('events');
const run = () => unpricedEvents.run(connection.db!, now);

/** As they were stored before finds offered prices. */
function oldEvents(count: number): Stored[] {
  return Array.from({ length: count }, (_value, at) => {
    const { id, price, needsConfirmation, ...rest } = anEvent();
    const advertiserId = (at % 16).toString(16) + anId().slice(1);
    return { _id: id, ...rest, advertiserId };
  });
}

describe('the migration of events without a price', () => {
  it('makes them due at a price of null, in the parts of their advertisers, batch by batch', async () => {
    const old = oldEvents(2_345);
    await events().insertMany(old);
    await run();
    const stored = new Map((await events().find().toArray()).map((one) => [one._id, one]));
    expect(stored.size).toBe(old.length);
    for (const event of old)
      expect(stored.get(event._id)).toEqual({
        ...event,
        price: null,
        needsConfirmation: false,
        partition: Number.parseInt(event.advertiserId[0], 16),
        verifyAt: migratedAt,
      });
  });

  it('leaves a click’s time to settle as it is', async () => {
    const settleAt = new Date('2026-05-31T23:59:00Z');
    await events().insertMany(oldEvents(1).map((one) => ({ ...one, kind: 'click', settleAt })));
    await run();
    expect(await events().findOne()).toMatchObject({ settleAt, verifyAt: migratedAt });
  });

  it('leaves what has a price or a verdict as it is', async () => {
    const store = createEventStore(connection);
    await store.insertMany([anEvent(), anEvent({ price: null })], new Date());
    const verdict = { status: 'rejected', reason: 'no_price' };
    await events().insertMany(oldEvents(1).map((one) => ({ ...one, verdict })));
    const before = await events().find().toArray();
    await run();
    expect(await events().find().toArray()).toEqual(before);
  });

  it('goes on where it was cut off', async () => {
    await events().insertMany(oldEvents(1_500));
    const { signal, db } = cutOffAfterOneBatch(connection.db!);
    await expect(unpricedEvents.run(db, now)).rejects.toThrow(signal);
    expect(await events().countDocuments({ verifyAt: { $exists: true } })).toBe(1_000);
    await run();
    expect(await events().countDocuments({ price: null, verifyAt: migratedAt })).toBe(1_500);
    await run();
    expect(await events().countDocuments({ verifyAt: migratedAt })).toBe(1_500);
  });
});

/** The database, as somebody sees it who dies after his first write. */
function cutOffAfterOneBatch(db: mongo.Db): { readonly signal: string; readonly db: mongo.Db } {
  const signal = 'cut off';
  let writes = 0;
  const collection = db.collection<Stored>('events');
  const bulkWrite = collection.bulkWrite.bind(collection);
  collection.bulkWrite = (...args) => {
    writes += 1;
    return writes > 1 ? Promise.reject(new Error(signal)) : bulkWrite(...args);
  };
  const cut = Object.create(db) as mongo.Db;
  cut.collection = () => collection as never;
  return { signal, db: cut };
}
