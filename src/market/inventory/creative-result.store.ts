import { type Connection, Schema } from 'mongoose';
import { inBatches } from '../../platform/database/in-batches';
import { nativeCollection } from '../../platform/database/native-collection';
import { bulkUpsertRacing } from '../../platform/database/upsert';

/** The results of a creative so far: an estimate to rank by; money is counted from the events themselves. */
export interface CreativeResult {
  readonly creativeId: string;
  /** Times that finds offered it, but for sites of the advertiser's own account. */
  readonly served: number;
  readonly impressions: number;
  readonly clicks: number;
  /** Cases that accepted conversions are of. */
  readonly conversions: number;
  /** Views that were accepted. */
  readonly acceptedViews: number;
  /** 10^-11 USD that these have cost, and clicks and conversions with them. */
  readonly paid: number;
}

/** Added to a result; what is not named is 0. */
export type AddedResult = Omit<CreativeResult, 'acceptedViews' | 'paid'> &
  Partial<Pick<CreativeResult, 'acceptedViews' | 'paid'>>;

export interface ChangedResult extends CreativeResult {
  readonly updatedAt: Date;
}

interface CreativeResultDocument {
  readonly _id: string;
  readonly served: bigint;
  readonly impressions: bigint;
  readonly clicks: bigint;
  /** Absent of those of before, like the two below. */
  readonly conversions?: bigint;
  readonly acceptedViews?: bigint;
  readonly paid?: bigint;
  readonly updatedAt: Date;
}

export type CreativeResultStore = ReturnType<typeof createCreativeResultStore>;

const schema = new Schema<CreativeResultDocument>(
  {
    _id: String,
    served: BigInt,
    impressions: BigInt,
    clicks: BigInt,
    conversions: BigInt,
    acceptedViews: BigInt,
    paid: BigInt,
    updatedAt: Date,
  } satisfies Record<keyof CreativeResultDocument, unknown>,
  { versionKey: false, collection: 'creativeResults' },
).index({ updatedAt: 1 });

/** Read at once: others have their turn after them. */
const batchSize = 500;

export function createCreativeResultStore(db: Connection) {
  const model = db.model('CreativeResult', schema);
  return {
    models: [model],

    /** Adds to the totals, one write for all. */
    async add(results: readonly AddedResult[], updatedAt: Date): Promise<void> {
      if (results.length === 0) return;
      await bulkUpsertRacing(
        nativeCollection<CreativeResultDocument>(model),
        results.map(({ creativeId, acceptedViews = 0, paid = 0, ...counts }) => ({
          updateOne: {
            filter: { _id: creativeId },
            update: {
              $inc: {
                served: BigInt(counts.served),
                impressions: BigInt(counts.impressions),
                clicks: BigInt(counts.clicks),
                conversions: BigInt(counts.conversions),
                acceptedViews: BigInt(acceptedViews),
                paid: BigInt(paid),
              },
              $set: { updatedAt },
            },
            upsert: true,
          },
        })),
      );
    },

    /** Totals that changed at or after a time, in the order of their changes. */
    async *streamChanged(since: Date): AsyncGenerator<ChangedResult> {
      const cursor = nativeCollection<CreativeResultDocument>(model).find(
        { updatedAt: { $gte: since } },
        { sort: { updatedAt: 1 }, batchSize },
      );
      for await (const some of inBatches(cursor)) yield* some.map(toChangedResult);
    },
  };
}

const toChangedResult = (document: CreativeResultDocument): ChangedResult => ({
  creativeId: document._id,
  served: Number(document.served),
  impressions: Number(document.impressions),
  clicks: Number(document.clicks),
  conversions: Number(document.conversions ?? 0n),
  acceptedViews: Number(document.acceptedViews ?? 0n),
  paid: Number(document.paid ?? 0n),
  updatedAt: document.updatedAt,
});
