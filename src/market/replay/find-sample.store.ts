import { type Connection, Schema } from 'mongoose';
import { upsertRacing } from '../../platform/database/upsert';
import { keptDays, type SampledFind, type SampledHour } from './sampled-find';
import { daySeconds } from '../../time';

interface FindSampleDocument {
  /** Process and hour. */
  readonly _id: string;
  readonly hour: Date;
  readonly since: Date;
  readonly finds: number;
  readonly kept: readonly SampledFind[];
  /** From 0 to 1, by lot: where there are too many hours to read, those below a bound are read. */
  readonly lot: number;
}

export type FindSampleStore = ReturnType<typeof createFindSampleStore>;

/** Hours of processes that are read at once: a week of one process, and more. */
const mostRead = 200;
const batchSize = 20;
const keptSeconds = (keptDays + 1) * daySeconds;

const schema = new Schema<FindSampleDocument>(
  {
    _id: String,
    hour: Date,
    since: Date,
    finds: Number,
    kept: Schema.Types.Mixed,
    lot: Number,
  } satisfies Record<keyof FindSampleDocument, unknown>,
  { versionKey: false, collection: 'findSamples', minimize: false },
).index({ hour: 1 }, { expireAfterSeconds: keptSeconds });

/** Some finds of the last days, without anything that tells who asked. */
export function createFindSampleStore(db: Connection) {
  const model = db.model('FindSample', schema);
  return {
    models: [model],

    /** Stores an hour of a process, in place of what was stored of it. */
    async put(processId: string, { hour, since, finds, kept }: SampledHour): Promise<void> {
      const _id = `${processId}:${hour.getTime()}`;
      await upsertRacing(() =>
        model.updateOne(
          { _id },
          { $set: { finds, kept }, $setOnInsert: { hour, since, lot: Math.random() } },
          { upsert: true },
        ),
      );
    },

    /** Hours from one on, in no order. Of very many some are read by lot, and stand for the others. */
    async listFrom(from: Date): Promise<readonly SampledHour[]> {
      const conditions = { hour: { $gte: from } };
      const share = Math.min(1, mostRead / Math.max(1, await model.countDocuments(conditions)));
      const chosen = share < 1 ? { ...conditions, lot: { $lt: share } } : conditions;
      const found: AsyncIterable<FindSampleDocument> = model
        .find(chosen)
        .lean<FindSampleDocument>()
        .cursor({ batchSize });
      const hours: SampledHour[] = [];
      for await (const { hour, since, finds, kept } of found)
        hours.push({ hour, since, finds: finds / share, kept });
      return hours;
    },
  };
}
