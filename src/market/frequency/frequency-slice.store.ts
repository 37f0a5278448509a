import { type Connection, Schema } from 'mongoose';
import { bufferOf, type StoredBytes } from '../../platform/database/stored-bytes';
import { upsertRacing } from '../../platform/database/upsert';
import { readKeyedCounts, formatKeyedCounts } from './count-bytes';
import type { ViewCount } from './view-count';
import type { VisitorKey } from './visitor-key';

interface SliceDocument {
  /** Its number. */
  readonly _id: string;
  /** The shares up to here are in it. */
  readonly mergedTo: Date;
  /** See `formatKeyedCounts`. */
  readonly counts: StoredBytes;
}

/** A part of all counts, of all processes together. */
export interface FrequencySlice {
  readonly slice: number;
  readonly mergedTo: Date;
  readonly counts: Iterable<readonly [VisitorKey, ViewCount]>;
}

export type FrequencySliceStore = ReturnType<typeof createFrequencySliceStore>;

const schema = new Schema<SliceDocument>(
  { _id: String, mergedTo: Date, counts: Buffer } satisfies Record<keyof SliceDocument, unknown>,
  { versionKey: false, collection: 'frequencySlices' },
);

const nothingYet = new Date(0);

/** Counts of visitors and campaigns, for processes that start. */
export function createFrequencySliceStore(db: Connection) {
  const model = db.model('FrequencySlice', schema);
  return {
    models: [model],

    /** The times up to which slices were merged, by their numbers; of those that are not there the first time of all. */
    async listMarks(slices: number): Promise<readonly Date[]> {
      const marks = new Array<Date>(slices).fill(nothingYet);
      const found = await model.find({}, { mergedTo: 1 }).lean<SliceDocument[]>();
      for (const { _id, mergedTo } of found) marks[Number(_id)] = mergedTo;
      return marks;
    },

    /** Says that these know all shares up to `to`, where they were merged up to `from` or later. */
    async advance(among: readonly number[], from: Date, to: Date): Promise<void> {
      await model.updateMany(
        { _id: { $in: among.map(String) }, mergedTo: { $gte: from, $lt: to } },
        { $set: { mergedTo: to } },
      );
    },

    async find(slice: number): Promise<FrequencySlice> {
      const found = await model.findById(String(slice)).lean<SliceDocument>();
      if (!found) return { slice, mergedTo: nothingYet, counts: [] };
      return toSlice(found);
    },

    /** All that are there, one at a time: each may have megabytes. */
    async *stream(): AsyncGenerator<FrequencySlice> {
      for await (const document of model.find().lean<SliceDocument>().cursor({ batchSize: 1 }))
        yield toSlice(document);
    },

    /** Puts it in the place of the one that was merged up to `before`. @returns false where another one stands there. */
    async replace({ slice, mergedTo, counts }: FrequencySlice, before: Date): Promise<boolean> {
      const _id = String(slice);
      const values = { mergedTo, counts: await formatKeyedCounts(counts) };
      if (before.getTime() === nothingYet.getTime()) {
        const { upsertedCount } = await upsertRacing(() =>
          model.updateOne({ _id }, { $setOnInsert: values }, { upsert: true }),
        );
        return upsertedCount === 1;
      }
      const { matchedCount } = await model.updateOne({ _id, mergedTo: before }, { $set: values });
      return matchedCount === 1;
    },
  };
}

const toSlice = ({ _id, mergedTo, counts }: SliceDocument): FrequencySlice => ({
  slice: Number(_id),
  mergedTo,
  counts: readKeyedCounts(bufferOf(counts)),
});
