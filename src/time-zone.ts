import { dayMs, hourMs, quarterMs, startOfDay } from './time';

/** Says that a text names a time zone of the IANA database; offsets such as `+02:00` name none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || name.length > 64) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const mostNames = 1_000;
const canonical = new Map<string, string>();

/** The name that stands for all names of a zone, however they are written: `Asia/Calcutta` for `asia/kolkata`. */
export function canonicalZone(timeZone: string): string {
  let name = canonical.get(timeZone);
  if (name === undefined) {
    name = new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
    if (canonical.size >= mostNames) canonical.clear();
    canonical.set(timeZone, name);
  }
  return name;
}

/** The hour that a clock in the zone shows, counted since 1970: an hour that comes twice has one number. */
export function localHour(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', hourCycle: 'h23', calendar: 'iso8601' },
  }).formatToParts(at);
  const valueOf = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(valueOf('year'), valueOf('month') - 1, valueOf('day'), valueOf('hour'));
  return shown / hourMs;
}

/** A day of a time zone: from its begin until the next one begins. */
export interface LocalDay {
  readonly from: Date;
  /** The first moment that is not of it. */
  readonly to: Date;
}

/** No day is longer: clocks are set back by an hour or two. */
const quartersOfLongestDay = 27 * 4;
const mostZones = 1_000;
/** Today, and those before it that late events are of. */
const daysOfZone = 4;
/** Finding a day takes some 50 µs of each of 14 looks at a clock. */
const kept = new Map<string, readonly LocalDay[]>();

/** The day of a time zone that a moment lies in. One without a midnight begins with its first moment. */
export function localDayOf(timeZone: string, at: Date): LocalDay {
  if (timeZone === 'UTC') {
    const from = startOfDay(at);
    return { from, to: new Date(from.getTime() + dayMs) };
  }
  const days = kept.get(timeZone) ?? [];
  const known = days.find(({ from, to }) => from <= at && at < to);
  if (known) return known;
  const day = readDay(timeZone, at.getTime());
  if (days.length === 0 && kept.size >= mostZones) kept.clear();
  kept.set(timeZone, [day, ...days].slice(0, daysOfZone));
  return day;
}

function readDay(timeZone: string, ms: number): LocalDay {
  const dateAt = (quarter: number) =>
    Math.floor(localHour(timeZone, quarter * quarterMs) / (dayMs / hourMs));
  const quarter = Math.floor(ms / quarterMs);
  const date = dateAt(quarter);
  const firstAfter = (start: number, isThere: (quarter: number) => boolean) => {
    let [before, after] = [start, start + quartersOfLongestDay];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (isThere(middle)) after = middle;
      else before = middle;
    }
    return new Date(after * quarterMs);
  };
  return {
    from: firstAfter(quarter - quartersOfLongestDay, (one) => dateAt(one) >= date),
    to: firstAfter(quarter, (one) => dateAt(one) > date),
  };
}
