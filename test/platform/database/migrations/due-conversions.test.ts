import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Connection, mongo } from 'mongoose';
import { openDatabase } from '../../../../src/platform/database/connection';
import { dueConversions } from '../../../../src/platform/database/migrations/0005-due-conversions';
import { freshDatabase } from '../../../support/database';
import { anId } from '../../../support/events';

const migratedAt = new Date('2026-06-01T00:00:00Z');
let connection: Connection;
beforeEach(async () => {
  connection = await openDatabase(await freshDatabase());
});
afterEach(() => connection.close());

it('makes old conversions due in the parts of their advertisers, and leaves the others', async () => {
  type Stored = mongo.BSON.Document & { readonly _id: string };
  const conversions = connection.db!.collection<Stored>('recordedConversions');
  const old = Array.from({ length: 1_234 }, (_value, at) => ({
    _id: anId(),
    advertiserId: (at % 16).toString(16) + anId().slice(1),
  }));
  const verdict = { status: 'rejected', reason: 'no_impression' };
  const judged = { _id: 'judged', advertiserId: anId(), verdict };
  const waiting = { _id: 'waiting', advertiserId: anId(), verifyAt: new Date(0), partition: 3 };
  await conversions.insertMany([...old, judged, waiting]);
  for (let times = 0; times < 2; times += 1)
    await dueConversions.run(connection.db!, () => migratedAt);
  const stored = new Map((await conversions.find().toArray()).map((one) => [one._id, one]));
  for (const one of old)
    expect(stored.get(one._id)).toEqual({
      ...one,
      partition: Number.parseInt(one.advertiserId.charAt(0), 16),
      verifyAt: migratedAt,
    });
  expect([stored.get('judged'), stored.get('waiting')]).toEqual([judged, waiting]);
});
