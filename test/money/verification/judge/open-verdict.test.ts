import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createOpenVerdictStore } from '../../../../src/money/verification/judge/open-verdict.store';
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
