import { locationError } from '../../errors';

const day = 86_400_000;

/** The first of a month. A year below 100 is meant as it is: `Date.UTC` takes it for one of the 20th century. */
export function utcTime(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1);
}

/** Day 1 to 366. */
export function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - utcTime(date.getUTCFullYear(), 0)) / day) + 1;
}

/** ISO 8601 day of the week: Monday is 1. */
export function isoDay(date: Date): number {
  return date.getUTCDay() || 7;
}

/** ISO 8601 year and week: those of the week's Thursday. */
function isoWeek(date: Date): { readonly year: number; readonly week: number } {
  const thursday = new Date(date.getTime() + (4 - isoDay(date)) * day);
  return { year: thursday.getUTCFullYear(), week: Math.ceil(dayOfYear(thursday) / 7) };
}

/** Week 0 to 53; weeks begin on Sunday. */
function sundayWeek(date: Date): number {
  return Math.floor((dayOfYear(date) + 6 - date.getUTCDay()) / 7);
}

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

const specifiers: Readonly<Record<string, (date: Date) => string>> = {
  Y: (date) => pad(date.getUTCFullYear(), 4),
  m: (date) => pad(date.getUTCMonth() + 1, 2),
  d: (date) => pad(date.getUTCDate(), 2),
  H: (date) => pad(date.getUTCHours(), 2),
  M: (date) => pad(date.getUTCMinutes(), 2),
  S: (date) => pad(date.getUTCSeconds(), 2),
  L: (date) => pad(date.getUTCMilliseconds(), 3),
  j: (date) => pad(dayOfYear(date), 3),
  u: (date) => String(isoDay(date)),
  w: (date) => String(date.getUTCDay() + 1),
  U: (date) => pad(sundayWeek(date), 2),
  G: (date) => pad(isoWeek(date).year, 4),
  V: (date) => pad(isoWeek(date).week, 2),
  z: () => '+0000',
  Z: () => '0',
  '%': () => '%',
};

/** Writes a date in UTC by a `$dateToString` format. @throws {MongoError} 18536 for an unknown specifier. */
export function formatDate(date: Date, format: string): string {
  return format.replace(/%([^]?)/g, (whole, letter: string) => {
    const write = Object.hasOwn(specifiers, letter) ? specifiers[letter] : undefined;
    if (write) return write(date);
    throw locationError(18536, `Invalid format character '${whole}' in format string`);
  });
}
