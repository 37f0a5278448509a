import { assertNoProblems, invalid } from '../../../errors';
import { keysOf } from '../../../record';
import { dayMs, quarterMs } from '../../../time';
import { bucketsOf, type Interval, type TimeBucket } from './calendar';
import {
  type DimensionName,
  dimensionFor,
  dimensions,
  type SeenDimension,
  type Side,
} from './dimensions';
import type { Part } from '../roll-ups/roll-up';
import { parseTimeZone } from './question-texts';
import type { StatisticsFilter } from './statistics-filter';

export interface StatisticsParams {
  readonly side: Side;
  /** The account whose figures are asked for; null: everybody's, for operators. */
  readonly accountId: string | null;
  /** Rounded down to a quarter of an hour. */
  readonly from: Date;
  /** The first moment that is not meant, rounded up to a quarter of an hour. */
  readonly to: Date;
  readonly filter?: StatisticsFilter;
  /** null: by time alone. */
  readonly by?: DimensionName | null;
  /** null: the whole range is one. */
  readonly interval?: Interval | null;
  /** A time zone of the IANA database; default UTC. */
  readonly timeZone?: string | null;
  /** Only as many keys, those with most views; the others are summed up. */
  readonly top?: number | null;
}

/** A question in the terms that figures are counted by. */
export interface StatisticsQuestion {
  readonly side: Side;
  readonly accountId: string | null;
  readonly range: TimeBucket;
  readonly buckets: readonly TimeBucket[];
  readonly dimension: SeenDimension | null;
  /** Conditions on properties of things, which roll-ups do not have. */
  readonly derived: readonly Condition[];
  /** The parts of keys that rows are read by. */
  readonly parts: readonly Part[];
  readonly only: ReadonlyMap<Part, ReadonlySet<string>>;
  /** null: figures are of all hours of the day, and not by them. */
  readonly hours: HoursOfDay | null;
}

/** Hours of the day by the clocks of a zone, `00` to `23`. */
export interface HoursOfDay {
  readonly zone: string;
  /** True where rows are by these hours. */
  readonly isBy: boolean;
  /** null: all. */
  readonly only: ReadonlySet<string> | null;
}

export interface Condition {
  readonly seen: SeenDimension;
  readonly values: ReadonlySet<string>;
}

const mostBuckets = 10_000;
const mostMs = 10 * 366 * dayMs;

/**
 * Finds what is asked for.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a range that is reversed or too long, an unknown zone, and what this side may
 * not see.
 */
export function parseStatisticsQuestion(params: StatisticsParams): StatisticsQuestion {
  const { side, accountId, filter = {}, by = null } = params;
  const range = parseTimeRange(params);
  const buckets = toBuckets(range, params);
  const dimension = by === null ? null : requireSeenDimension(side, by, 'by');
  const conditions = conditionsOf(side, filter);
  const only = new Map<Part, ReadonlySet<string>>(
    conditions.flatMap(({ seen: { part, property }, values }) =>
      part === null || property !== null ? [] : [[part, values] as const],
    ),
  );
  const derived = conditions.filter(({ seen }) => seen.property !== null);
  const parts = [
    ...new Set([dimension, ...derived.map(({ seen }) => seen)].flatMap((one) => one?.part ?? [])),
  ];
  const hours = hoursOf(params, dimension, conditions);
  return { side, accountId, range, buckets, dimension, derived, parts, only, hours };
}

function hoursOf(
  { timeZone }: StatisticsParams,
  dimension: SeenDimension | null,
  conditions: readonly Condition[],
): HoursOfDay | null {
  const isBy = dimension?.part === null;
  const only = conditions.find(({ seen }) => seen.part === null)?.values ?? null;
  return isBy || only !== null ? { zone: timeZone ?? 'UTC', isBy, only } : null;
}

/** @throws {AppError} `VALIDATION_FAILED` */
export function parseTimeRange({ from, to }: Pick<StatisticsParams, 'from' | 'to'>): TimeBucket {
  const range = {
    from: Math.floor(from.getTime() / quarterMs) * quarterMs,
    to: Math.ceil(to.getTime() / quarterMs) * quarterMs,
  };
  if (from >= to) throw invalid({ to: ['must be after `from`'] });
  if (range.to - range.from > mostMs)
    throw invalid({ from: ['is more than ten years before `to`'] });
  return range;
}

function toBuckets(
  range: TimeBucket,
  { interval = null, timeZone = null }: StatisticsParams,
): readonly TimeBucket[] {
  const zone = parseTimeZone(timeZone ?? 'UTC');
  if (interval === null) return [range];
  const buckets = bucketsOf(range, interval, { zone, most: mostBuckets });
  if (!buckets)
    throw invalid({
      interval: [
        `gives more than ${mostBuckets} rows: take a longer one, such as day or month, or a shorter time`,
      ],
    });
  return buckets;
}

function requireSeenDimension(side: Side, name: DimensionName, field: string): SeenDimension {
  const seen = dimensionFor(side, name);
  if (!seen) throw invalid({ [field]: [`must not be ${name}, which this side does not see`] });
  return seen;
}

function conditionsOf(side: Side, filter: StatisticsFilter): readonly Condition[] {
  const conditions = keysOf(dimensions).flatMap((name): Condition[] => {
    const values = filter[name];
    if (!values || values.length === 0) return [];
    return [{ seen: requireSeenDimension(side, name, `filter.${name}`), values: new Set(values) }];
  });
  const partsOnce = new Set(
    conditions.map(({ seen: { part, property } }) => `${part} ${property}`),
  );
  assertNoProblems(partsOnce.size < conditions.length ? { filter: ['says the same twice'] } : {});
  return conditions;
}
