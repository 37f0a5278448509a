import { locationError } from '../../errors';
import { conversionFailure } from '../operator';
import { fromLocal, type TimeZone, timeZone } from '../time-zone';

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const day = 86_400_000;

/** A time of a year that may be below 100, which `Date.UTC` takes for one of the 20th century. */
export function utcTime(year: number, month: number, ...rest: readonly number[]): number {
  const [dayOfMonth = 1, hour = 0, minute = 0, second = 0, millisecond = 0] = rest;
  const date = new Date(0);
  date.setUTCFullYear(year, month, dayOfMonth);
  return date.setUTCHours(hour, minute, second, millisecond);
}

/** Day 1 to 366 of a local time. */
export function dayOfYear(local: Date): number {
  return Math.floor((local.getTime() - utcTime(local.getUTCFullYear(), 0)) / day) + 1;
}

/** ISO 8601 day of the week: Monday is 1. */
export function isoDay(local: Date): number {
  return local.getUTCDay() || 7;
}

/** ISO 8601 year and week: those of the week's Thursday. */
function isoWeek(local: Date): { readonly year: number; readonly week: number } {
  const thursday = new Date(local.getTime() + (4 - isoDay(local)) * day);
  return { year: thursday.getUTCFullYear(), week: Math.ceil(dayOfYear(thursday) / 7) };
}

/** Week 0 to 53; weeks begin on Sunday. */
function sundayWeek(local: Date): number {
  return Math.floor((dayOfYear(local) + 6 - local.getUTCDay()) / 7);
}

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

/** `%z` is +hhmm, `%Z` minutes. */
function formatOffset(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60), 2)}${pad(Math.floor(minutes % 60), 2)}`;
}

const specifiers: Readonly<Record<string, (local: Date, offset: number) => string>> = {
  Y: (local) => pad(local.getUTCFullYear(), 4),
  m: (local) => pad(local.getUTCMonth() + 1, 2),
  d: (local) => pad(local.getUTCDate(), 2),
  H: (local) => pad(local.getUTCHours(), 2),
  M: (local) => pad(local.getUTCMinutes(), 2),
  S: (local) => pad(local.getUTCSeconds(), 2),
  L: (local) => pad(local.getUTCMilliseconds(), 3),
  j: (local) => pad(dayOfYear(local), 3),
  b: (local) => months[local.getUTCMonth()]!.slice(0, 3),
  B: (local) => months[local.getUTCMonth()]!,
  u: (local) => String(isoDay(local)),
  w: (local) => String(local.getUTCDay() + 1),
  U: (local) => pad(sundayWeek(local), 2),
  G: (local) => pad(isoWeek(local).year, 4),
  V: (local) => pad(isoWeek(local).week, 2),
  z: (_local, offset) => formatOffset(offset),
  Z: (_local, offset) => String(offset / 60_000),
  '%': () => '%',
};

/** Writes a date by a `$dateToString` format. @throws {MongoError} 18536 for an unknown specifier. */
export function formatDate(date: Date, format: string, zone: TimeZone): string {
  const offset = zone.offsetAt(date.getTime());
  const local = new Date(date.getTime() + offset);
  return format.replace(/%([^]?)/g, (whole, letter: string) => {
    const write = Object.hasOwn(specifiers, letter) ? specifiers[letter] : undefined;
    if (write) return write(local, offset);
    throw locationError(18536, `Invalid format character '${whole}' in format string`);
  });
}

const iso =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.(\d{1,9}))?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Reads an ISO 8601 date, its time after a space or `T`, in UTC unless it says otherwise.
 *
 * @throws {MongoError} ConversionFailure (241).
 */
export function parseDate(text: string): Date {
  const [, date, minutes = '00:00', seconds = ':00', fraction = '', zone = 'Z'] =
    iso.exec(text) ?? [];
  const utc = `${date}T${minutes}${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
  const local = new Date(utc);
  const isDate = !Number.isNaN(local.getTime()) && local.toISOString() === utc;
  if (!isDate) throw conversionFailure(`Error parsing date string '${text}'`);
  return new Date(fromLocal(local.getTime(), timeZone(zone.toUpperCase())));
}
