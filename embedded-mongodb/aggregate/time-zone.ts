import { locationError } from '../errors';

/** A time zone: how far local time is ahead of UTC. */
export interface TimeZone {
  readonly isUtc: boolean;
  /** Milliseconds to add to a UTC time to get local time. */
  offsetAt(time: number): number;
}

const day = 86_400_000;
const maxCachedDays = 10_000;
const maxZones = 100;

const utc: TimeZone = { isUtc: true, offsetAt: () => 0 };
const zones = new Map<string, TimeZone>();

function fixed(match: RegExpExecArray): TimeZone {
  const [, sign, hours, minutes = '0'] = match;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return { isUtc: false, offsetAt: () => (sign === '-' ? -offset : offset) };
}

function named(name: string): TimeZone {
  const format = new Intl.DateTimeFormat('en-US-u-ca-iso8601', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const computed = (time: number): number => {
    const parts = new Map(
      format.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
    );
    const [year = 0, month = 1, dayOfMonth = 1] = [
      parts.get('year'),
      parts.get('month'),
      parts.get('day'),
    ];
    const [hour, minute, second] = [parts.get('hour'), parts.get('minute'), parts.get('second')];
    const local = new Date(
      Date.UTC(2000, month - 1, dayOfMonth, hour, minute, second),
    ).setUTCFullYear(year);
    return local - Math.floor(time / 1000) * 1000;
  };
  /** By day since 1970; NaN for a day on which the offset changes. */
  const days = new Map<number, number>();
  const offsetAt = (time: number): number => {
    const key = Math.floor(time / day);
    let offset = days.get(key);
    if (offset === undefined) {
      const start = computed(key * day);
      offset = start === computed((key + 1) * day) ? start : NaN;
      if (days.size >= maxCachedDays) days.clear();
      days.set(key, offset);
    }
    return Number.isNaN(offset) ? computed(time) : offset;
  };
  return { isUtc: false, offsetAt };
}

/**
 * A time zone by Olson name, or by offset: `+05:30`, `+0530`, `+05`.
 *
 * @throws {MongoError} 40485 for an unknown one.
 */
export function timeZone(name: string): TimeZone {
  if (['UTC', 'GMT', 'Z'].includes(name)) return utc;
  const offset = /^([+-])(\d{2})(?::?(\d{2}))?$/.exec(name);
  if (offset) return fixed(offset);
  const known = zones.get(name);
  if (known) return known;
  try {
    const zone = named(name);
    if (zones.size >= maxZones) zones.clear();
    zones.set(name, zone);
    return zone;
  } catch {
    throw locationError(40485, `unrecognized time zone identifier: "${name}"`);
  }
}

/**
 * The time at which clocks show a local time. What clocks skip in spring is moved on by the gap; of
 * what they show twice in autumn it is the first.
 */
export function fromLocal(local: number, zone: TimeZone): number {
  const before = zone.offsetAt(local - day);
  const after = zone.offsetAt(local + day);
  const candidates = [local - before, local - after];
  const valid = candidates.filter((time) => time + zone.offsetAt(time) === local);
  return valid.length > 0 ? Math.min(...valid) : local - before;
}
