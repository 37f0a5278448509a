import type { Migration } from './migration';

interface Stored extends Readonly<Record<string, unknown>> {
  readonly _id: string;
}

/** Campaigns or sites in memory, and in one statement, at a time. */
const batchSize = 1000;
const withoutStates = { states: { $exists: false } };

/** The state that a document of a collection is in, and the fields that a write of it is routed by. */
const collections: readonly {
  readonly name: string;
  readonly shardFields: readonly string[];
  readonly stateOf: (stored: Stored) => object;
}[] = [
  {
    name: 'campaigns',
    shardFields: ['advertiserId'],
    stateOf: ({ status, startsAt, endsAt = null, hourlyBudget, deletedAt = null }) => ({
      status,
      startsAt,
      endsAt,
      hourlyBudget,
      isDeleted: deletedAt !== null,
    }),
  },
  { name: 'creatives', shardFields: [], stateOf: statusOf },
  { name: 'sites', shardFields: ['publisherId'], stateOf: statusOf },
  {
    name: 'accounts',
    shardFields: [],
    stateOf: ({ roles, suspendedReason = null }) => ({
      roles,
      isSuspended: suspendedReason !== null,
    }),
  },
];

/** Begins the histories of states of what is stored: what was before is not known. */
export const firstStates: Migration = {
  number: 3,
  name: 'first-states',

  async run(db, now) {
    const at = now();
    for (const { name, shardFields, stateOf } of collections) {
      const collection = db.collection<Stored>(name);
      let last = '';
      for (;;) {
        const batch = await collection
          .find({ _id: { $gt: last }, ...withoutStates })
          .sort({ _id: 1 })
          .limit(batchSize)
          .toArray();
        const newest = batch.at(-1);
        if (!newest) break;
        await collection.bulkWrite(
          batch.map((stored) => ({
            updateOne: {
              filter: { _id: stored._id, ...pick(stored, shardFields), ...withoutStates },
              update: { $set: { states: [{ at, ...stateOf(stored) }] } },
            },
          })),
          { ordered: false, writeConcern: { w: 'majority' } },
        );
        last = newest._id;
      }
    }
  },
};

function statusOf({ status, deletedAt = null }: Stored): object {
  return { status, isDeleted: deletedAt !== null };
}

function pick(stored: Stored, fields: readonly string[]): object {
  return Object.fromEntries(fields.map((field) => [field, stored[field]]));
}
