import { type Connection, Schema } from 'mongoose';
import { upsertRacing } from '../../platform/database/upsert';
import { hourIdOf, hourOfId } from '../../hour';
import type { Rate, RatesAround } from './rate';

interface RateDocument extends Omit<Rate, 'from'> {
  /** Number of the first clock hour in which the rate is in force, from the epoch. */
  readonly _id: number;
  /** Gateways that poll take up what changed by it. */
  readonly updatedAt: Date;
}

export type RateStore = ReturnType<typeof createRateStore>;

const schema = new Schema<RateDocument>(
  { _id: Number, rate: BigInt, setAt: Date, source: String, updatedAt: Date } satisfies Record<
    keyof RateDocument,
    unknown
  >,
  { versionKey: false, collection: 'rates' },
).index({ updatedAt: 1 });

const writeConcern = { w: 'majority', journal: true } as const;

export function createRateStore(db: Connection) {
  const model = db.model('Rate', schema);
  const first = async (filter: object, order: 1 | -1) => {
    const found = await model.findOne(filter).sort({ _id: order }).lean<RateDocument>();
    return found && toRate(found);
  };
  return {
    models: [model],

    /** Stores a rate of an hour to come, in place of the hour's former rate. */
    async put({ from, rate, setAt, source }: Rate): Promise<void> {
      await model.updateOne(
        { _id: hourIdOf(from) },
        { $set: { rate, setAt, source, updatedAt: setAt } },
        { upsert: true, writeConcern },
      );
    },

    /**
     * Stores a rate of an hour that runs. A rate that the hour has is kept: charges may have been made by it.
     *
     * @returns false where the hour had a rate
     */
    async putFirst({ from, rate, setAt, source }: Rate): Promise<boolean> {
      const { upsertedCount } = await upsertRacing(() =>
        model.updateOne(
          { _id: hourIdOf(from) },
          { $setOnInsert: { rate, setAt, source, updatedAt: setAt } },
          { upsert: true, writeConcern },
        ),
      );
      return upsertedCount === 1;
    },

    async getAround(hour: Date): Promise<RatesAround> {
      const hourId = hourIdOf(hour);
      return {
        before: await first({ _id: { $lte: hourId } }, -1),
        after: await first({ _id: { $gt: hourId } }, 1),
      };
    },

    /** The least rate that begins to hold after an hour, and by a time; null: none does. */
    async findLeast({ after, until }: { readonly after: Date; readonly until: Date }) {
      const found = await model
        .findOne({ _id: { $gt: hourIdOf(after), $lte: hourIdOf(until) } })
        .sort({ rate: 1 })
        .lean<RateDocument>();
      return found?.rate ?? null;
    },

    /** The rates of hours before an hour, newest first. @param before null: of all hours */
    async listBefore(before: Date | null, limit: number): Promise<readonly Rate[]> {
      const filter = before ? { _id: { $lt: hourIdOf(before) } } : {};
      const found = await model.find(filter).sort({ _id: -1 }).limit(limit).lean<RateDocument[]>();
      return found.map(toRate);
    },

    /** Rates of hours after an hour, oldest first. */
    async listAfter(hour: Date, limit: number): Promise<readonly Rate[]> {
      const filter = { _id: { $gt: hourIdOf(hour) } };
      const found = await model.find(filter).sort({ _id: 1 }).limit(limit).lean<RateDocument[]>();
      return found.map(toRate);
    },
  };
}

function toRate({ _id, updatedAt, ...rest }: RateDocument): Rate {
  return { from: hourOfId(_id), ...rest };
}
