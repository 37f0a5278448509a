import type { mongo } from 'mongoose';
import { bulkUpsertRacing } from '../upsert';
import { dropIndex } from './drop-index';
import type { Migration } from './migration';

interface StoredRecord {
  readonly _id: string;
  readonly occurredAt: Date;
  readonly claims?: readonly string[];
  readonly nonceKey?: string;
}

interface Taken {
  readonly _id: string;
  /** When a nonce expires; a claim is taken for good. */
  readonly expiresAt?: Date;
}

/** Conversions in memory, and in one statement, at a time. */
const batchSize = 1000;
/** How long a nonce was taken. */
const nonceForMs = 310_000;
const isOld = { $or: [{ claims: { $exists: true } }, { nonceKey: { $exists: true } }] };
const durably = { writeConcern: { w: 'majority' } } as const;

/**
 * Moves the claims and nonces of recorded conversions into collections of their own, and drops their unique indexes. A
 * nonce whose time is over stays behind.
 */
export const conversionClaims: Migration = {
  number: 4,
  name: 'conversion-claims',

  async run(db, now) {
    const records = db.collection<StoredRecord>('recordedConversions');
    let last = '';
    for (;;) {
      const batch = await records
        .find(
          { _id: { $gt: last }, ...isOld },
          { projection: { occurredAt: 1, claims: 1, nonceKey: 1 } },
        )
        .sort({ _id: 1 })
        .limit(batchSize)
        .toArray();
      const newest = batch.at(-1);
      if (!newest) break;
      await upsert(db.collection<Taken>('conversionClaims'), batch.flatMap(claimsOf));
      await upsert(
        db.collection<Taken>('conversionNonces'),
        batch.flatMap((record) => noncesOf(record, now())),
      );
      // Last: what is cut off before is found, and done, again.
      await records.updateMany(
        { _id: { $in: batch.map(({ _id }) => _id) } },
        { $unset: { claims: true, nonceKey: true } },
        durably,
      );
      last = newest._id;
    }
    for (const index of ['claims_1', 'nonceKey_1']) await dropIndex(records, index);
  },
};

type Upsert = mongo.AnyBulkWriteOperation<Taken>;

function claimsOf({ claims = [] }: StoredRecord): readonly Upsert[] {
  return claims.map((_id) => ({
    replaceOne: { filter: { _id }, replacement: {}, upsert: true },
  }));
}

/** One that is taken for longer by now stays so. */
function noncesOf({ nonceKey, occurredAt }: StoredRecord, now: Date): readonly Upsert[] {
  const expiresAt = new Date(occurredAt.getTime() + nonceForMs);
  if (nonceKey === undefined || expiresAt < now) return [];
  const filter = { _id: nonceKey };
  return [{ updateOne: { filter, update: { $max: { expiresAt } }, upsert: true } }];
}

async function upsert(
  collection: mongo.Collection<Taken>,
  operations: readonly Upsert[],
): Promise<void> {
  if (operations.length === 0) return;
  await bulkUpsertRacing(
    {
      bulkWrite: (some: Upsert[], options) =>
        collection.bulkWrite(some, { ...options, ...durably }),
    },
    operations,
  );
}
