import { type Connection, Schema } from 'mongoose';
import { nativeCollection } from '../../platform/database/native-collection';
import { bulkUpsertRacing } from '../../platform/database/upsert';

/** The results of a creative so far: an estimate to rank by; money is counted from the events themselves. */
export interface CreativeResult {
  readonly creativeId: string;
  /** Times that find offered it. */
  readonly served: number;
  readonly impressions: number;
  readonly clicks: number;
  /** Cases that accepted conversions are of. */
  readonly conversions: number;
}

export interface ChangedResult extends CreativeResult {
  readonly updatedAt: Date;
}

interface CreativeResultDocument {
  readonly _id: string;
  readonly served: bigint;
  readonly impressions: bigint;
  readonly clicks: bigint;
  /** Absent of those of before. */
  readonly conversions?: bigint;
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
    updatedAt: Date,
  } satisfies Record<keyof CreativeResultDocument, unknown>,
  { versionKey: false, collection: 'creativeResults' },
).index({ updatedAt: 1 });

export function createCreativeResultStore(db: Connection) {
  const model = db.model('CreativeResult', schema);
  return {
    models: [model],

    /** Adds to the totals, one write for all. */
    async add(results: readonly CreativeResult[], updatedAt: Date): Promise<void> {
      if (results.length === 0) return;
      await bulkUpsertRacing(
        nativeCollection<CreativeResultDocument>(model),
        results.map(({ creativeId, served, impressions, clicks, conversions }) => ({
          updateOne: {
            filter: { _id: creativeId },
            update: {
              $inc: {
                served: BigInt(served),
                impressions: BigInt(impressions),
                clicks: BigInt(clicks),
                conversions: BigInt(conversions),
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
      const cursor: AsyncIterable<CreativeResultDocument> = model
        .find({ updatedAt: { $gte: since } })
        .sort({ updatedAt: 1 })
        .lean<CreativeResultDocument>()
        .cursor({ batchSize: 2_000 });
      for await (const { _id, conversions = 0n, ...document } of cursor)
        yield {
          creativeId: _id,
          served: Number(document.served),
          impressions: Number(document.impressions),
          clicks: Number(document.clicks),
          conversions: Number(conversions),
          updatedAt: document.updatedAt,
        };
    },
  };
}
