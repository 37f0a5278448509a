import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import { maxAmount } from '../../../src/amount';
import { type AdEvent, maxRepeats } from '../../../src/market/events/event';
import type { EventDocument } from '../../../src/market/events/event-document';
import { type EventStore, createEventStore } from '../../../src/market/events/event.store';
import { freshDatabase } from '../../support/database';
import { anEvent, anId } from '../../support/events';

const storedAt = new Date('2026-05-01T12:00:00Z');

let mongodbUri = '';
let db: Connection;
let store: EventStore;

beforeAll(async () => {
  mongodbUri = await freshDatabase();
  db = await mongoose
    .createConnection(mongodbUri, { autoIndex: false, autoCreate: false, useBigInt64: true })
    .asPromise();
  store = createEventStore(db);
  for (const model of store.models) await model.createIndexes();
});

afterAll(() => db.close());

const collection = () => db.db!.collection<EventDocument>('events');

beforeEach(async () => {
  await collection().deleteMany({});
});

describe('insertMany', () => {
  it('returns what was new, in its order, and stores the rest no second time', async () => {
    const events = [anEvent(), anEvent(), anEvent(), anEvent()];
    const [first, second, third, fourth] = events;
    expect(await store.insertMany([second!, fourth!], storedAt)).toEqual([second, fourth]);
    expect(await store.insertMany(events, storedAt)).toEqual([first, third]);
    expect(await store.insertMany(events, storedAt)).toEqual([]);
    expect(await collection().countDocuments()).toBe(4);
  });

  it('takes two copies within one group for one event', async () => {
    const event = anEvent();
    expect(await store.insertMany([event, event], storedAt)).toEqual([event]);
    expect(await collection().countDocuments()).toBe(1);
  });

  it('rejects when anything is wrong beside repeats', async () => {
    const closed = await mongoose.createConnection(await freshDatabase()).asPromise();
    const closedStore = createEventStore(closed);
    await closed.close();
    await expect(closedStore.insertMany([anEvent()], storedAt)).rejects.toThrow(Error);
  });

  it('stores an event of any user agent, half a surrogate pair and NUL included', async () => {
    const event = anEvent({ userAgent: 'a\0b\ud83dc' });
    expect(await store.insertMany([event], storedAt)).toEqual([event]);
  });
});

describe('what is stored', () => {
  const stored = () => collection().find().toArray();

  it('is due to be verified at once, in the part of its advertiser', async () => {
    const events = Array.from({ length: 16 }, (_value, at) => at.toString(16)).map((digit) =>
      anEvent({
        advertiserId: digit + anId().slice(1),
        kind: digit > '8' ? 'click' : 'impression',
      }),
    );
    await store.insertMany(events, storedAt);
    const parts = new Map((await stored()).map(({ _id, partition }) => [_id, partition]));
    expect(events.map(({ id }) => parts.get(id))).toEqual(
      Array.from({ length: 16 }, (_, at) => at),
    );
    expect((await stored()).map(({ verifyAt }) => verifyAt)).toEqual(events.map(() => storedAt));
  });

  it('is so where it is invalid or a repeat, too', async () => {
    const first = anEvent({ advertiserId: 'c'.repeat(32) });
    const invalid = anEvent({ advertiserId: 'd'.repeat(32), invalidTraffic: 'bot' });
    const events = [first, { ...first, caseId: anId() }, invalid];
    await store.insertMany(events, storedAt);
    expect(await stored()).toHaveLength(3);
    expect(await collection().countDocuments({ partition: 12, verifyAt: storedAt })).toBe(2);
    expect(await collection().countDocuments({ verifyAt: storedAt })).toBe(3);
  });

  it.each([null, 0n, 1n, maxAmount])('is read with its price of %s', async (price) => {
    const event = anEvent({ price, kind: 'click', needsConfirmation: true });
    await store.insertMany([event], storedAt);
    expect(await store.listByIds([event.id, 'click:unknown'])).toEqual([event]);
  });
});

describe('insertMany of several cases', () => {
  const casesOf = ({ id, ...event }: AdEvent, count: number) =>
    Array.from({ length: count }, () => ({ ...event, id, caseId: anId() }));
  const storedMarks = async () =>
    (await collection().find().toArray()).map(({ caseId, invalidTraffic }) => [
      caseId,
      invalidTraffic,
    ]);

  it('counts every offer that shares a case with others', async () => {
    const caseId = anId();
    const events = [anEvent({ caseId }), anEvent({ caseId }), anEvent({ caseId, kind: 'click' })];
    expect(await store.insertMany(events, storedAt)).toEqual(events);
    expect(await collection().countDocuments({ caseId })).toBe(3);
  });

  it.each(['one write', 'one after the other'])(
    'counts the first case of an offer and keeps the others as repeats: %s',
    async (way) => {
      const events = casesOf(anEvent({ kind: 'click' }), 4);
      const groups = way === 'one write' ? [events] : events.map((event) => [event]);
      const added = [];
      for (const group of groups) added.push(...(await store.insertMany(group, storedAt)));
      expect(added).toEqual([events[0]]);
      expect(Object.fromEntries(await storedMarks())).toEqual(
        Object.fromEntries(events.map(({ caseId }, at) => [caseId, at === 0 ? null : 'repeat'])),
      );
      expect(await collection().countDocuments({ settleAt: { $exists: true } })).toBe(1);
      expect(await store.insertMany(events, storedAt)).toEqual([]);
      expect(await collection().countDocuments()).toBe(4);
    },
  );

  it('keeps the reason of invalid ones, and leaves the place free for a visitor', async () => {
    const offerId = anId();
    const bots = casesOf(anEvent({ offerId, invalidTraffic: 'bot' }), 2);
    const visitor = anEvent({ offerId });
    await store.insertMany(bots, storedAt);
    expect(await store.insertMany([visitor], storedAt)).toEqual([visitor]);
    expect((await storedMarks()).map(([, mark]) => mark).sort()).toEqual(['bot', 'bot', null]);
  });

  it('keeps no more of an offer than its places', async () => {
    const event = anEvent();
    for (let round = 0; round < 3; round += 1) await store.insertMany(casesOf(event, 20), storedAt);
    expect(await collection().countDocuments({ offerId: event.offerId })).toBe(1 + maxRepeats);
  });

  it('stores each case once, of two connections at the same time', async () => {
    const other = await mongoose.createConnection(mongodbUri).asPromise();
    const cases = casesOf(anEvent(), 6);
    const otherStore = createEventStore(other);
    const added = await Promise.all([
      ...cases.map((event) => store.insertMany([event], storedAt)),
      ...[...cases].reverse().map((event) => otherStore.insertMany([event], storedAt)),
    ]);
    await other.close();
    expect(added.flat()).toHaveLength(1);
    const stored = await storedMarks();
    expect(stored.map(([caseId]) => caseId).sort()).toEqual(
      cases.map(({ caseId }) => caseId).sort(),
    );
    expect(stored.filter(([, mark]) => mark === null)).toEqual([[added.flat()[0]!.caseId, null]]);
  });
});
