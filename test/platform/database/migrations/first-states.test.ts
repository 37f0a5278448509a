import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection, mongo } from 'mongoose';
import { openDatabase } from '../../../../src/platform/database/connection';
import { firstStates } from '../../../../src/platform/database/migrations/0003-first-states';
import { freshDatabase } from '../../../support/database';
import { anId } from '../../../support/events';

type Stored = mongo.BSON.Document & { readonly _id: string };

const at = new Date('2026-06-01T00:00:00Z');
const startsAt = new Date('2026-01-01T00:00:00Z');
const deletedAt = new Date('2026-02-01T00:00:00Z');
let connection: Connection;

beforeEach(async () => {
  connection = await openDatabase(await freshDatabase());
});

afterEach(() => connection.close());

const collection = (name: string) => connection.db!.collection<Stored>(name);
const run = (now = at) => firstStates.run(connection.db!, () => now);
const statesOf = async (name: string, _id: string) =>
  (await collection(name).findOne({ _id }))!['states'] as unknown;

describe('the migration of what has no states', () => {
  it.each([
    [
      'campaigns',
      { advertiserId: 'a', status: 'active', startsAt, endsAt: null, hourlyBudget: 5n },
      { status: 'active', startsAt, endsAt: null, hourlyBudget: 5n, isDeleted: false },
    ],
    [
      'campaigns',
      { advertiserId: 'a', status: 'draft', startsAt, hourlyBudget: 2n ** 62n, deletedAt },
      { status: 'draft', startsAt, endsAt: null, hourlyBudget: 2n ** 62n, isDeleted: true },
    ],
    ['creatives', { status: 'rejected' }, { status: 'rejected', isDeleted: false }],
    ['creatives', { status: 'active', deletedAt }, { status: 'active', isDeleted: true }],
    [
      'sites',
      { publisherId: 'p', status: 'archived', deletedAt },
      { status: 'archived', isDeleted: true },
    ],
    [
      'accounts',
      { roles: ['publisher'], suspendedReason: 'fraud' },
      { roles: ['publisher'], isSuspended: true },
    ],
    ['accounts', { roles: [] }, { roles: [], isSuspended: false }],
  ])('begins the history of %s with the present: %j', async (name, stored, state) => {
    const _id = anId();
    await collection(name).insertOne({ _id, ...stored });
    await run();
    expect(await statesOf(name, _id)).toEqual([{ at, ...state }]);
    expect(await collection(name).findOne({ _id })).toMatchObject(stored);
  });

  it('goes through many, and leaves what has states as it is, also when it is run again', async () => {
    const known = [{ at: startsAt, status: 'draft', isDeleted: false }];
    const documents = Array.from({ length: 2_100 }, (_value, index) => ({
      _id: anId(),
      status: 'active',
      ...(index % 3 === 0 && { states: known }),
    }));
    await collection('creatives').insertMany(documents);
    await run();
    await run(new Date(at.getTime() + 1));
    const stored = await collection('creatives').find().toArray();
    const first = [{ at, status: 'active', isDeleted: false }];
    expect(stored.filter(({ states }) => states.length !== 1)).toEqual([]);
    expect(stored.filter(({ states }) => states[0].status === 'draft')).toHaveLength(700);
    expect(stored.find(({ _id }) => _id === documents[1]!._id)!['states']).toEqual(first);
  });
});
