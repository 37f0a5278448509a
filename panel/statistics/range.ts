/** Ranges to choose from; `custom` has days of its own. */
export const rangeNames = ['today', '7d', '30d', '90d', 'custom'] as const;
export type RangeName = (typeof rangeNames)[number];

const days: Readonly<Record<Exclude<RangeName, 'custom'>, number>> = {
  today: 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
};

/** A range as the address of a page has it. */
export interface RangeSearch {
  /** Absent: the last seven days. */
  readonly range?: RangeName;
  /** First and last day of a custom range, `2026-05-31`. */
  readonly from?: string;
  readonly to?: string;
}

export type Interval = 'hour' | 'day' | 'week' | 'month';

/** A time, cut into parts that a chart has room for. */
export interface Range {
  readonly from: Date;
  /** The first moment after the range. */
  readonly to: Date;
  readonly interval: Interval;
}

export const dayMs = 86_400_000;
const quarterMs = 900_000;
const mostDays = 3650;

/** Reads the range of an address, and leaves nonsense out. */
export function readRangeSearch(search: Readonly<Record<string, unknown>>): RangeSearch {
  const name = rangeNames.find((one) => one === search['range']);
  if (name !== 'custom') return name === undefined || name === '7d' ? {} : { range: name };
  const [from, to] = [search['from'], search['to']].map(readDay);
  if (!from || !to || from > to) return {};
  return { range: 'custom', from, to };
}

const readDay = (text: unknown): string | null =>
  typeof text === 'string' && /^20\d\d-\d\d-\d\d$/.test(text) && !isNaN(Date.parse(text))
    ? text
    : null;

/**
 * The time of a range, in the person's zone. A range with today ends with the running quarter of an hour: so the time
 * before it is compared over the same length, and the rest of today is not drawn as zeros.
 */
export function toRange({ range = '7d', from, to }: RangeSearch, now: Date): Range {
  const last = range === 'custom' && to !== undefined ? midnight(to) : startOfDay(now);
  const first =
    range === 'custom' && from !== undefined
      ? midnight(from)
      : addDays(last, 1 - days[range === 'custom' ? '7d' : range]);
  const earliest = addDays(last, -mostDays);
  const start = first < earliest ? earliest : first;
  const soon = Math.ceil((now.getTime() + 1) / quarterMs) * quarterMs;
  const end = new Date(Math.min(addDays(last, 1).getTime(), soon));
  const rangeEnd = end > start ? end : addDays(last, 1);
  return { from: start, to: rangeEnd, interval: intervalOf(start, rangeEnd) };
}

function intervalOf(from: Date, to: Date): Interval {
  const count = (to.getTime() - from.getTime()) / dayMs;
  if (count <= 3.1) return 'hour';
  if (count <= 100) return 'day';
  return count <= 700 ? 'week' : 'month';
}

const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate());

/** The begin of a day in the person's zone. The day has 23 or 25 hours where clocks are changed. */
function midnight(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

const addDays = (at: Date, count: number) =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate() + count);

/** A day as fields and addresses have it: `2026-05-31`. */
export function toDay(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
