import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../../../amount';
import { nativeCollection } from '../../../platform/database/native-collection';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { dayMs } from '../../../time';
import { entryKinds } from '../journal-entry';
import { type PocketName, pocketNames } from '../statement';
import { type BookedDay, type BookedSum, pocketChangeOf, keyOfSum } from './booked-day';

interface DayDocument extends Readonly<Record<PocketName, Amount>> {
  /** The account and the number of the day since 1970. */
  readonly _id: string;
  readonly accountId: string;
  readonly day: Date;
  /** By `keyOfSum`. */
  readonly sums: Readonly<Record<string, { readonly amount: Amount; readonly lines: number }>>;
}

/** How far the journal is summed up. */
interface ReadingDocument {
  readonly _id: 'journal';
  /** Entries that were booked before it are in the days. */
  readonly until: Date;
}

/** Days from a time on, before another one. */
export interface DayRange {
  readonly from: Date;
  /** Not meant itself. */
  readonly to: Date;
}

const schema = new Schema<DayDocument>(
  {
    ...{ _id: String, accountId: String, day: Date, funds: BigInt, earnings: BigInt },
    sums: Schema.Types.Mixed,
  } satisfies Record<keyof DayDocument, unknown>,
  { versionKey: false, collection: 'bookedDays' },
).index({ accountId: 1, day: 1 });

const readingSchema = new Schema<ReadingDocument>(
  { _id: String, until: Date } satisfies Record<keyof ReadingDocument, unknown>,
  { versionKey: false, collection: 'bookedDayReadings' },
);

/** The journal summed up by account and day, so that nobody reads a month of it line by line. */
export function createBookedDayStore(db: Connection) {
  const model = db.model('BookedDay', schema);
  const readings = db.model('BookedDayReading', readingSchema);
  return {
    models: [model, readings],

    /** Until when the journal is summed up; null: not at all. */
    async findUntil(session?: DatabaseSession): Promise<Date | null> {
      const found = await readings
        .findById('journal', null, session && { session })
        .read('primary')
        .lean<ReadingDocument>();
      return found?.until ?? null;
    },

    /** Adds what was booked before `until`, and after the last such time. */
    async add(days: readonly BookedDay[], until: Date, session: DatabaseSession): Promise<void> {
      await readings.updateOne({ _id: 'journal' }, { $set: { until } }, { upsert: true, session });
      if (days.length === 0) return;
      const operations = days.map((one) => ({
        updateOne: {
          filter: { _id: idOf(one), accountId: one.accountId },
          update: { $set: { day: one.day }, $inc: changesOf(one) },
          upsert: true,
        },
      }));
      await nativeCollection<DayDocument>(model).bulkWrite(operations, { session });
    },

    async list(
      accountId: string,
      { from, to }: DayRange,
      session: DatabaseSession,
    ): Promise<readonly BookedDay[]> {
      const found = await model
        .find({ accountId, day: { $gte: from, $lt: to } }, null, { session })
        .lean<DayDocument[]>();
      return found.map(toBookedDay);
    },

    /** The change of each pocket by all days from a time on. */
    async changeSince(
      accountId: string,
      from: Date,
      session: DatabaseSession,
    ): Promise<Readonly<Record<PocketName, Amount>>> {
      const [found] = await model
        .aggregate<
          Readonly<Record<PocketName, Amount | number>>
        >([{ $match: { accountId, day: { $gte: from } } }, { $group: { _id: null, funds: { $sum: '$funds' }, earnings: { $sum: '$earnings' } } }])
        .session(session);
      return { funds: BigInt(found?.funds ?? 0), earnings: BigInt(found?.earnings ?? 0) };
    },
  };
}

const idOf = ({ accountId, day }: BookedDay): string =>
  `${accountId} ${Math.floor(day.getTime() / dayMs)}`;

function changesOf({ sums }: BookedDay): Record<string, Amount | number> {
  const changes: Record<string, Amount | number> = {};
  for (const pocket of pocketNames) changes[pocket] = pocketChangeOf(sums, pocket);
  for (const sum of sums) {
    changes[`sums.${keyOfSum(sum)}.amount`] = sum.amount;
    changes[`sums.${keyOfSum(sum)}.lines`] = sum.lines;
  }
  return changes;
}

function toBookedDay({ accountId, day, sums }: DayDocument): BookedDay {
  return { accountId, day, sums: Object.entries(sums).map(([key, sum]) => toSum(key, sum)) };
}

function toSum(key: string, { amount, lines }: DayDocument['sums'][string]): BookedSum {
  const [pocketName, kindName, subjectId = ''] = key.split(' ');
  const pocket = pocketNames.find((one) => one === pocketName);
  const kind = entryKinds.find((one) => one === kindName);
  if (!pocket || !kind) throw new Error(`a booked day has a sum of no known kind: ${key}`);
  return { pocket, kind, subjectId: subjectId === '' ? null : subjectId, amount, lines };
}
