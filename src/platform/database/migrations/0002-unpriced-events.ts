import type { Migration } from './migration';

interface StoredEvent {
  readonly _id: string;
  readonly advertiserId: string;
}

/** Events in memory, and in one statement, at a time. */
const batchSize = 1000;
/** Selects the events that have no price yet and no verdict. */
const isOld = { price: { $exists: false }, verdict: { $exists: false } };

/**
 * Makes events of before finds offered prices due to be verified, at a price of null: they are rejected for it. They go
 * by their advertisers into 16 parts, by the first digit of the id.
 */
export const unpricedEvents: Migration = {
  number: 2,
  name: 'unpriced-events',

  async run(db, now) {
    const events = db.collection<StoredEvent>('events');
    const verifyAt = now();
    let last = '';
    for (;;) {
      const batch = await events
        .find({ _id: { $gt: last }, ...isOld }, { projection: { advertiserId: 1 } })
        .sort({ _id: 1 })
        .limit(batchSize)
        .toArray();
      const newest = batch.at(-1);
      if (!newest) return;
      await events.bulkWrite(
        [...Map.groupBy(batch, partitionOf)].map(([partition, members]) => ({
          updateMany: {
            filter: { _id: { $in: members.map(({ _id }) => _id) }, ...isOld },
            update: { $set: { price: null, needsConfirmation: false, partition, verifyAt } },
          },
        })),
        { ordered: false, writeConcern: { w: 'majority' } },
      );
      last = newest._id;
    }
  },
};

function partitionOf({ advertiserId }: StoredEvent): number {
  return Number.parseInt(advertiserId.charAt(0), 16);
}
