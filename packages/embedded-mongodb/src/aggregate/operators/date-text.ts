import { locationError } from '../../errors';

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

const specifiers: Readonly<Record<string, (date: Date) => string>> = {
  Y: (date) => pad(date.getUTCFullYear(), 4),
  m: (date) => pad(date.getUTCMonth() + 1, 2),
  d: (date) => pad(date.getUTCDate(), 2),
  H: (date) => pad(date.getUTCHours(), 2),
  M: (date) => pad(date.getUTCMinutes(), 2),
  S: (date) => pad(date.getUTCSeconds(), 2),
  L: (date) => pad(date.getUTCMilliseconds(), 3),
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
