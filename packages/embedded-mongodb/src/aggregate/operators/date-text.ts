import { locationError } from '../../errors';

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

/** @throws {MongoError} 18537 for a year that is not one of 0 to 9999 */
function yearOf(date: Date): number {
  const year = date.getUTCFullYear();
  if (year >= 0 && year <= 9999) return year;
  const rule = 'date component was outside the supported range of 0-9999';
  throw locationError(18537, `Could not convert date to string: ${rule}, found ${year}`);
}

const specifiers: Readonly<Record<string, (date: Date) => string>> = {
  Y: (date) => pad(yearOf(date), 4),
  m: (date) => pad(date.getUTCMonth() + 1, 2),
  d: (date) => pad(date.getUTCDate(), 2),
  H: (date) => pad(date.getUTCHours(), 2),
  M: (date) => pad(date.getUTCMinutes(), 2),
  S: (date) => pad(date.getUTCSeconds(), 2),
  L: (date) => pad(date.getUTCMilliseconds(), 3),
  '%': () => '%',
};

/** The format of a `$dateToString` that names none, and of a date that becomes a text. */
export const isoFormat = '%Y-%m-%dT%H:%M:%S.%LZ';

/** Writes a date in UTC by a `$dateToString` format. @throws {MongoError} 18536 for an unknown specifier, 18537 for `%Y` of a year past 9999. */
export function formatDate(date: Date, format: string): string {
  return format.replace(/%([^]?)/g, (whole, letter: string) => {
    const write = Object.hasOwn(specifiers, letter) ? specifiers[letter] : undefined;
    if (write) return write(date);
    throw locationError(18536, `Invalid format character '${whole}' in format string`);
  });
}
