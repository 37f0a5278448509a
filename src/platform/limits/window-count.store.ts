import { type Connection, Schema } from 'mongoose';
import { upsertRacing } from '../database/upsert';

interface WindowCountDocument {
  /** The limit, the subject and the end of the slice. */
  readonly _id: string;
  readonly count: number;
  readonly expiresAt: Date;
}

/** Counts within slices of time, of all processes together. */
export type WindowCountStore = ReturnType<typeof createWindowCountStore>;

const schema = new Schema<WindowCountDocument>(
  { _id: String, count: Number, expiresAt: Date } satisfies Record<
    keyof WindowCountDocument,
    unknown
  >,
  { versionKey: false, collection: 'windowCounts' },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function createWindowCountStore(db: Connection) {
  const counts = db.model('WindowCount', schema);
  return {
    models: [counts],

    /**
     * Adds one to a count.
     *
     * @returns the new count: no two callers get the same one.
     */
    async add(key: string, expiresAt: Date): Promise<number> {
      const { count } = await upsertRacing(() =>
        counts
          .findOneAndUpdate(
            { _id: key },
            { $inc: { count: 1 }, $setOnInsert: { expiresAt } },
            { upsert: true, returnDocument: 'after' },
          )
          .lean<WindowCountDocument>(),
      );
      return count;
    },

    /** Takes one from a count that was added to. */
    async takeBack(key: string): Promise<void> {
      await counts.updateOne({ _id: key }, { $inc: { count: -1 } });
    },

    /** The counts of the keys, in their order; 0 where there is none. */
    async list(keys: readonly string[]): Promise<readonly number[]> {
      const found = await counts.find({ _id: { $in: keys } }).lean<WindowCountDocument[]>();
      const known = new Map(found.map(({ _id, count }) => [_id, count]));
      return keys.map((key) => known.get(key) ?? 0);
    },
  };
}
