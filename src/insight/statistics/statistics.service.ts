import { assertNoProblems, invalid } from '../../errors';
import { keysOf } from '../../record';
import { bucketsOf, type Interval, isTimeZone, type TimeBucket } from './calendar';
import { addCell, type Cell, emptyCell } from './cell';
import {
  type Described,
  type DimensionName,
  dimensionFor,
  dimensions,
  type Noun,
  type SeenDimension,
  type Side,
} from './dimensions';
import type { Groups } from './group';
import { readGroups } from './read-groups.service';
import { findPlan } from './reading-plan';
import { type Part, quarterMs } from './roll-up';
import type { StatisticsFilter } from './statistics-filter';
import type { StatisticsContext } from './statistics.context';

export interface StatisticsParams {
  readonly side: Side;
  /** Whose; null: everybody's, for operators. */
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
  /** Of the IANA database; default UTC. */
  readonly timeZone?: string | null;
  /** Only as many keys, those with most views; the others are summed up. */
  readonly top?: number | null;
}

/** What happened in a bucket to all that has one key. */
export interface StatisticsRow {
  readonly from: Date;
  readonly to: Date;
  /** null: figures are by time alone, or of the others together. */
  readonly key: string | null;
  /** Whether it sums up what is not among the first. */
  readonly isOthers: boolean;
  readonly cell: Cell;
}

export interface Statistics {
  readonly from: Date;
  readonly to: Date;
  /** By time, then by views, most first. By time alone every bucket has one, empty or not. */
  readonly rows: readonly StatisticsRow[];
  readonly totals: Cell;
  /** What keys are ids of; null: of nothing. */
  readonly noun: Noun | null;
  readonly behindMs: number;
}

const mostBuckets = 10_000;
const mostRows = 200_000;
const mostMs = 10 * 366 * 24 * 60 * 60 * 1000;

/**
 * Figures of an account, or of everybody.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a range that is reversed or too long, an unknown zone, what this side may
 * not see or is not counted together, and what would be too much to read.
 */
export async function getStatistics(
  ctx: StatisticsContext,
  params: StatisticsParams,
): Promise<Statistics> {
  const { side, accountId, filter = {}, by = null, top = null } = params;
  const range = readRange(params);
  const buckets = readBuckets(range, params);
  const dimension = by === null ? null : readDimension(side, by, 'by');
  const conditions = readFilter(side, filter);
  const only = new Map<Part, ReadonlySet<string>>(
    conditions
      .filter(({ seen }) => seen.property === null)
      .map(({ seen, values }) => [seen.part, values]),
  );
  const derived = conditions.filter(({ seen }) => seen.property !== null);
  const parts = [
    ...new Set([dimension, ...derived.map(({ seen }) => seen)].flatMap((one) => one?.part ?? [])),
  ];
  const plan = findPlan(side, [...new Set([...parts, ...only.keys()])]);
  if (!plan)
    throw invalid({
      [by === null ? 'filter' : 'by']: [
        'names what is not counted together: devices, browsers and countries are counted by campaign and by site alone',
      ],
    });
  const { groups, behindMs } = await readGroups(ctx, {
    side,
    accountId,
    plan,
    buckets,
    parts,
    only,
  });
  const named = await nameGroups(ctx, groups, { parts, dimension, derived });
  const shown = top === null ? named : keepTop(named, top);
  const rows = toRows(shown, buckets, { isByTime: by === null });
  const totals = emptyCell();
  for (const { cell } of rows) addCell(totals, cell);
  return {
    from: new Date(range.from),
    to: new Date(range.to),
    ...{ rows, totals, behindMs },
    noun: dimension !== null && dimension.property === null ? dimension.noun : null,
  };
}

function readRange({ from, to }: StatisticsParams): TimeBucket {
  const range = {
    from: Math.floor(from.getTime() / quarterMs) * quarterMs,
    to: Math.ceil(to.getTime() / quarterMs) * quarterMs,
  };
  if (from >= to) throw invalid({ to: ['must be after `from`'] });
  if (range.to - range.from > mostMs)
    throw invalid({ from: ['is more than ten years before `to`'] });
  return range;
}

function readBuckets(
  range: TimeBucket,
  { interval = null, timeZone = null }: StatisticsParams,
): readonly TimeBucket[] {
  const zone = timeZone ?? 'UTC';
  if (!isTimeZone(zone))
    throw invalid({ timeZone: ['is not a time zone of the IANA database, such as Europe/Warsaw'] });
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

function readDimension(side: Side, name: DimensionName, field: string): SeenDimension {
  const seen = dimensionFor(side, name);
  if (!seen) throw invalid({ [field]: [`must not be ${name}, which this side does not see`] });
  return seen;
}

interface Condition {
  readonly seen: SeenDimension;
  readonly values: ReadonlySet<string>;
}

function readFilter(side: Side, filter: StatisticsFilter): readonly Condition[] {
  const conditions = keysOf(dimensions).flatMap((name): Condition[] => {
    const values = filter[name];
    if (!values || values.length === 0) return [];
    return [{ seen: readDimension(side, name, `filter.${name}`), values: new Set(values) }];
  });
  const partsOnce = new Set(
    conditions.map(({ seen: { part, property } }) => `${part} ${property}`),
  );
  assertNoProblems(partsOnce.size < conditions.length ? { filter: ['says the same twice'] } : {});
  return conditions;
}

type Cells = Map<number, Cell>;

/** Sums groups up by what the dimension calls them, and leaves those out that other properties exclude. */
async function nameGroups(
  { described }: StatisticsContext,
  { byKey }: Groups,
  options: {
    readonly parts: readonly Part[];
    readonly dimension: SeenDimension | null;
    readonly derived: readonly Condition[];
  },
): Promise<ReadonlyMap<string, Cells>> {
  const { parts, dimension, derived } = options;
  const things = new Map<Part, ReadonlyMap<string, Described>>();
  for (const { part, noun, property } of [
    ...(dimension ? [dimension] : []),
    ...derived.map(({ seen }) => seen),
  ])
    if (property !== null && noun !== null && !things.has(part)) {
      const at = parts.indexOf(part);
      const ids = new Set([...byKey.keys()].map((key) => key.split(' ')[at]!));
      things.set(part, await described.list(noun, [...ids]));
    }
  if (things.size === 0 && parts.length < 2) return byKey;
  const named = new Map<string, Cells>();
  for (const [key, cells] of byKey) {
    const values = key.split(' ');
    const valueOf = ({ part, property }: SeenDimension) => {
      const id = values[parts.indexOf(part)]!;
      return property === null ? id : (things.get(part)?.get(id)?.[property] ?? '');
    };
    if (!derived.every(({ seen, values: wanted }) => wanted.has(valueOf(seen)))) continue;
    addCells(named, dimension ? valueOf(dimension) : '', cells);
  }
  return named;
}

function addCells(sums: Map<string, Cells>, key: string, cells: Cells): void {
  const sum = sums.get(key);
  if (!sum) {
    sums.set(key, cells);
    return;
  }
  for (const [bucket, cell] of cells) {
    const known = sum.get(bucket);
    if (known) addCell(known, cell);
    else sum.set(bucket, cell);
  }
}

/** Stands behind all others; no id and no name is like it. */
const othersKey = '\uffff';

function keepTop(groups: ReadonlyMap<string, Cells>, top: number): ReadonlyMap<string, Cells> {
  const viewsOf = (cells: Cells) =>
    [...cells.values()].reduce((sum, { counts }) => sum + counts.views, 0);
  const ranked = [...groups]
    .map(([key, cells]) => ({ key, cells, views: viewsOf(cells) }))
    .sort((one, other) => other.views - one.views || (one.key < other.key ? -1 : 1));
  const kept = new Map(ranked.slice(0, top).map(({ key, cells }) => [key, cells]));
  for (const { cells } of ranked.slice(top)) addCells(kept, othersKey, cells);
  return kept;
}

function toRows(
  groups: ReadonlyMap<string, Cells>,
  buckets: readonly TimeBucket[],
  { isByTime }: { readonly isByTime: boolean },
): readonly StatisticsRow[] {
  const byBucket = buckets.map((): { key: string; cell: Cell }[] => []);
  let count = 0;
  for (const [key, cells] of groups) {
    count += cells.size;
    if (count > mostRows)
      throw invalid({
        interval: [
          `gives more than ${mostRows} rows: take a longer one, a shorter time, or only the first ones (\`top\`)`,
        ],
      });
    for (const [bucket, cell] of cells) byBucket[bucket]!.push({ key, cell });
  }
  return buckets.flatMap(({ from, to }, bucket) => {
    const times = { from: new Date(from), to: new Date(to) };
    if (isByTime) {
      const cell = byBucket[bucket]![0]?.cell ?? emptyCell();
      return [{ ...times, key: null, isOthers: false, cell }];
    }
    return byBucket[bucket]!.sort(inOrder).map(({ key, cell }) => {
      const isOthers = key === othersKey;
      return { ...times, key: isOthers ? null : key, isOthers, cell };
    });
  });
}

function inOrder(one: { key: string; cell: Cell }, other: { key: string; cell: Cell }): number {
  const isLast = Number(one.key === othersKey) - Number(other.key === othersKey);
  if (isLast !== 0) return isLast;
  return other.cell.counts.views - one.cell.counts.views || (one.key < other.key ? -1 : 1);
}
