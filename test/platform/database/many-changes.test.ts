import type { Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pino from 'pino';
import { ChangeFeed } from '../../../src/platform/database/change-feed';
import { openDatabase } from '../../../src/platform/database/connection';
import { freshDatabase } from '../../support/database';

const count = 12_000;

let db: Connection;
const replies: number[] = [];
beforeAll(async () => {
  const uri = new URL(await freshDatabase());
  uri.searchParams.set('monitorCommands', 'true');
  db = await openDatabase(uri.href);
  const changes = db.collection<{ _id: string; updatedAt: Date }>('campaigns');
  await changes.insertMany(
    Array.from({ length: count }, (_, nth) => ({ _id: `campaign ${nth}`, updatedAt: new Date() })),
  );
  db.getClient().on('commandSucceeded', ({ commandName, reply }) => {
    const { cursor } = reply as {
      readonly cursor?: {
        readonly firstBatch?: readonly unknown[];
        nextBatch?: readonly unknown[];
      };
    };
    if (commandName === 'find' || commandName === 'getMore')
      replies.push((cursor?.firstBatch ?? cursor?.nextBatch ?? []).length);
  });
});
afterAll(() => db.close());

it('many changes are polled in replies of some thousands, and all are told', async () => {
  const withoutStreams = Object.assign(Object.create(db) as Connection, {
    watch: () => {
      throw new Error('$changeStream is not supported');
    },
  });
  const told = new Set<string>();
  const all = Promise.withResolvers<undefined>();
  const feed = new ChangeFeed({
    db: withoutStreams,
    collections: ['campaigns'],
    onChange: (changes) => {
      for (const id of changes.get('campaigns') ?? []) told.add(id);
      if (told.size === count) all.resolve(undefined);
      return Promise.resolve();
    },
    now: () => new Date(),
    log: pino({ level: 'silent' }),
  });
  await feed.start();
  await all.promise;
  await feed.close();
  expect(Math.max(...replies)).toBe(5_000);
});
