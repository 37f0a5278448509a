import { type Connection, Schema } from 'mongoose';
import { nativeCollection } from '../../platform/database/native-collection';
import { bulkUpsertRacing } from '../../platform/database/upsert';
import { dayMs, daySeconds, startOfDay } from '../../time';
import { outcomes, type OutcomeCounts } from './outcome';
import { type HourOfOutcomes, hoursOfDay } from './outcome-tally';

type Counts = Readonly<Record<string, number>>;

interface OutcomeDocument {
  /** Subject, terms and day. */
  readonly _id: string;
  readonly subjectId: string;
  /** Unix milliseconds of the terms that were in force; 0 of placements. */
  readonly termsAt: number;
  /** Its begin. */
  readonly day: Date;
  readonly total?: Counts;
  /** By hour of the day, 0 to 23. */
  readonly hours?: Readonly<Record<string, Counts>>;
  readonly unmet?: Counts;
  readonly prices?: Counts;
}

/** How finds of one day ended for a subject, by the terms of one time. */
export interface DayOfOutcomes {
  readonly subjectId: string;
  readonly termsAt: number;
  readonly day: Date;
  readonly total: OutcomeCounts;
  /** By number of the clock hour since the epoch; empty where it was not asked for. */
  readonly hours: ReadonlyMap<number, OutcomeCounts>;
  /** By `requires <feature>` or `excludes <feature>`. */
  readonly unmet: ReadonlyMap<string, number>;
  /** By class of the winning price. */
  readonly prices: ReadonlyMap<number, number>;
}

export type OutcomeStore = ReturnType<typeof createOutcomeStore>;

const keptSeconds = 9 * daySeconds;

const schema = new Schema<OutcomeDocument>(
  {
    _id: String,
    subjectId: String,
    termsAt: Number,
    day: Date,
    total: Schema.Types.Mixed,
    hours: Schema.Types.Mixed,
    unmet: Schema.Types.Mixed,
    prices: Schema.Types.Mixed,
  } satisfies Record<keyof OutcomeDocument, unknown>,
  { versionKey: false, collection: 'findOutcomes', minimize: false },
)
  .index({ subjectId: 1, day: 1 })
  .index({ day: 1 }, { expireAfterSeconds: keptSeconds });

/** How finds ended for campaigns, creatives and placements: counts of those finds that were looked at. */
export function createOutcomeStore(db: Connection) {
  const model = db.model('FindOutcome', schema);

  async function list(
    subjectIds: readonly string[],
    from: Date,
    left: Readonly<Record<string, 0>>,
  ): Promise<readonly DayOfOutcomes[]> {
    if (subjectIds.length === 0) return [];
    const day = { $gte: startOfDay(from) };
    const found = await model
      .find({ subjectId: { $in: [...subjectIds] }, day }, left)
      .lean<OutcomeDocument[]>();
    return found.map(toDay);
  }

  return {
    models: [model],

    /** Adds to what is stored, one write for all. */
    async add(counted: readonly HourOfOutcomes[]): Promise<void> {
      if (counted.length === 0) return;
      const operations = counted.map((one) => ({ updateOne: toUpsert(one) }));
      await bulkUpsertRacing(nativeCollection<OutcomeDocument>(model), operations);
    },

    /** The days (UTC) of subjects from that of a time on, with their hours. */
    listDays: (subjectIds: readonly string[], from: Date) => list(subjectIds, from, {}),

    /** The same without their hours. */
    listTotals: (subjectIds: readonly string[], from: Date) => list(subjectIds, from, { hours: 0 }),
  };
}

function toUpsert({ id: subjectId, termsAt, hour, counts, unmet, prices }: HourOfOutcomes) {
  const dayNumber = Math.floor(hour / hoursOfDay);
  const added: Record<string, number> = {};
  for (const [outcome, count] of counts) {
    added[`total.${outcome}`] = count;
    added[`hours.${hour % hoursOfDay}.${outcome}`] = count;
  }
  for (const [feature, count] of unmet) added[`unmet.${feature}`] = count;
  for (const [priceClass, count] of prices) added[`prices.${priceClass}`] = count;
  return {
    filter: { _id: `${subjectId}:${termsAt}:${dayNumber}`, subjectId },
    update: { $inc: added, $setOnInsert: { termsAt, day: new Date(dayNumber * dayMs) } },
    upsert: true,
  };
}

function toDay(document: OutcomeDocument): DayOfOutcomes {
  const { subjectId, termsAt, day, total = {}, hours = {}, unmet = {}, prices = {} } = document;
  const firstHour = (day.getTime() / dayMs) * hoursOfDay;
  return {
    subjectId,
    termsAt,
    day,
    total: toCounts(total),
    hours: new Map(
      Object.entries(hours).map(([hour, counts]) => [firstHour + Number(hour), toCounts(counts)]),
    ),
    unmet: new Map(Object.entries(unmet)),
    prices: new Map(Object.entries(prices).map(([name, count]) => [Number(name), count])),
  };
}

const toCounts = (stored: Counts): OutcomeCounts =>
  Object.fromEntries(
    outcomes.flatMap((outcome) => {
      const count = stored[outcome];
      return count === undefined ? [] : [[outcome, count]];
    }),
  );
