import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createIndexesOf } from '../../../../src/assembly/stores';
import { createEventStore } from '../../../../src/market/events/event.store';
import { createRecordedConversionStore } from '../../../../src/market/recorded-conversions/recorded-conversion.store';
import {
  createOpenVerdictStore,
  openBefore,
} from '../../../../src/money/verification/judge/open-verdict.store';
import { freshDatabase } from '../../../support/database';

let db: mongoose.Connection;
let finds = 0;
beforeAll(async () => {
  db = await mongoose
    .createConnection(await freshDatabase(), { monitorCommands: true })
    .asPromise();
  db.getClient().on('commandStarted', ({ commandName }) => {
    if (commandName === 'find') finds += 1;
  });
});
afterAll(() => db.close());
beforeEach(() => {
  finds = 0;
});

const now = new Date('2026-11-23T12:00:00Z');
const dueFor = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

it('asks twice while nothing is due', async () => {
  const store = createOpenVerdictStore(db);
  expect(await store.findDueSince(now)).toBeNull();
  await db.collection('events').insertOne({ partition: 3, verifyAt: dueFor(-60) });
  expect(await store.findDueSince(now)).toBeNull();
  expect(finds).toBe(4);
});

it('finds what is due longest, in whatever partition and of either kind', async () => {
  const store = createOpenVerdictStore(db);
  await db.collection('events').insertMany([
    { partition: 3, verifyAt: dueFor(100) },
    { partition: 15, verifyAt: dueFor(300) },
  ]);
  expect(await store.findDueSince(now)).toEqual(dueFor(300));
  await db.collection('recordedConversions').insertOne({ partition: 0, verifyAt: dueFor(500) });
  expect(await store.findDueSince(now)).toEqual(dueFor(500));
});

it('finds the first hour that is not judged by an index of what waits, however much of later hours does', async () => {
  const store = createOpenVerdictStore(db);
  await createIndexesOf([createEventStore(db), createRecordedConversionStore(db)], db);
  const later = { offeredAt: now, occurredAt: now, exp: 1_800 };
  for (const name of ['events', 'recordedConversions']) {
    await db.collection(name).deleteMany({});
    const waiting = Array.from({ length: 300 }, (_value, at) => ({
      ...{ ...later, partition: at % 16, verifyAt: now },
    }));
    await db.collection(name).insertMany(waiting);
    // Old ones that have their verdict wait for nothing.
    await db.collection(name).insertMany(Array.from({ length: 300 }, () => before(100)));
  }
  for (const { name, filter, sort } of openBefore(now)) {
    const plan = await db.collection(name).find(filter).sort(sort).limit(1).explain();
    expect(JSON.stringify(plan)).not.toMatch(/"(SORT|COLLSCAN)"/);
    expect(plan).toMatchObject({ executionStats: { totalDocsExamined: 0 } });
  }
  expect(await store.findBefore(now)).toBeNull();
  const addEvent = (change: object) =>
    db.collection('events').insertOne({ ...before(50), partition: 1, verifyAt: now, ...change });
  await addEvent({ occurredAt: now });
  expect(await store.findBefore(now)).toBeNull();
  await db.collection('recordedConversions').insertOne({ ...before(40), verifyAt: now });
  expect(await store.findBefore(now)).toEqual(dueFor(40));
  await addEvent(before(60));
  expect(await store.findBefore(now)).toEqual(dueFor(60));
  await addEvent({ ...later, offeredAt: dueFor(70) });
  expect(await store.findBefore(now)).toEqual(dueFor(70));
});

const before = (seconds: number) => ({ offeredAt: dueFor(seconds), occurredAt: dueFor(seconds) });

it('says that not all was looked at, whoever it is of', async () => {
  const store = createOpenVerdictStore(db);
  const [own, other] = ['3'.repeat(32), `3${'0'.repeat(31)}`];
  const eventOf = (advertiserId: string) => ({
    ...{ partition: 3, verifyAt: now, advertiserId, price: 5, offeredAt: now, occurredAt: now },
  });
  await db.collection('events').deleteMany({});
  await db.collection('events').insertMany([own, own, own, other, other].map(eventOf));
  expect(await store.sumOf(own, 6)).toEqual({ price: 15n, since: now, isCutOff: false });
  expect(await store.sumOf(own, 5)).toMatchObject({ isCutOff: true });
});
