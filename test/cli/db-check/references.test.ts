import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Connection, mongo } from 'mongoose';
import { checkReferences } from '../../../src/cli/db-check/references';
import { parseConfig } from '../../../src/config';
import { openDatabase } from '../../../src/platform/database/connection';
import { databaseOf } from '../../../src/platform/database/database-of';
import { hourMs } from '../../../src/time';
import { freshDatabase } from '../../support/database';

const now = new Date('2026-11-23T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourMs);

let connection: Connection;
let db: mongo.Db;

const store = (collection: string, document: { readonly _id: string; [field: string]: unknown }) =>
  db.collection<{ _id: string }>(collection).insertOne(document);
const check = () => checkReferences(db, parseConfig({}), now);

beforeAll(async () => {
  connection = await openDatabase(await freshDatabase());
  db = databaseOf(connection);
});
beforeEach(() => db.dropDatabase());
afterAll(() => connection.close());

it('the bytes of a deleted creative may be gone, those of another one may not', async () => {
  await store('campaigns', { _id: 'campaign' });
  const creative = { campaignId: 'campaign', contentId: 'gone', createdAt: hoursAgo(900) };
  await store('creatives', { _id: 'deleted', ...creative, deletedAt: hoursAgo(800) });
  expect(await check()).toMatchObject([{ state: 'ok' }]);
  await store('creatives', { _id: 'shown', ...creative, deletedAt: null });
  expect(await check()).toMatchObject([
    { state: 'problem', message: expect.stringMatching(/^1 of creatives .* shown names gone/) },
  ]);
});

it.each(['creatives', 'conversions'])(
  '%s of a campaign that is being made, or whose creation was cut off, are no fault until they were to be removed',
  async (collection) => {
    await store(collection, { _id: 'young', campaignId: 'to come', createdAt: hoursAgo(24) });
    expect(await check()).toMatchObject([{ state: 'ok' }]);
    await store(collection, { _id: 'old', campaignId: 'gone', createdAt: hoursAgo(49) });
    expect(await check()).toMatchObject([
      { state: 'problem', message: expect.stringMatching(/^1 of .* old names gone/) },
    ]);
  },
);
