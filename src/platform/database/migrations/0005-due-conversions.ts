import type { Migration } from './migration';

interface StoredConversion {
  readonly _id: string;
  readonly advertiserId: string;
}

/** Conversions in memory, and in one statement, at a time. */
const batchSize = 1000;
const isOld = { verifyAt: { $exists: false }, verdict: { $exists: false } };

/** Makes conversions of before there were prices due to be verified: their views are rejected, and so are they. */
export const dueConversions: Migration = {
  number: 5,
  name: 'due-conversions',

  async run(db, now) {
    const conversions = db.collection<StoredConversion>('recordedConversions');
    const verifyAt = now();
    let last = '';
    for (;;) {
      const batch = await conversions
        .find({ _id: { $gt: last }, ...isOld }, { projection: { advertiserId: 1 } })
        .sort({ _id: 1 })
        .limit(batchSize)
        .toArray();
      const newest = batch.at(-1);
      if (!newest) return;
      await conversions.bulkWrite(
        batch.map(({ _id, advertiserId }) => ({
          updateOne: {
            filter: { _id, ...isOld },
            update: {
              $set: { partition: Number.parseInt(advertiserId.charAt(0), 16), verifyAt },
            },
          },
        })),
        { ordered: false, writeConcern: { w: 'majority' } },
      );
      last = newest._id;
    }
  },
};
