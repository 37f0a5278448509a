import { ObjectId } from 'bson';
import { bsonType, typeName, typeOf } from '../../bson/types';
import { failedToParse, locationError, mongoError, notSupported } from '../../errors';
import {
  integerOf,
  isNullish,
  type Operator,
  type Operators,
  type Result,
  stringOf,
  takesMembers,
} from '../operator';
import { dayOfYear, formatDate, isoDay, utcTime } from './date-text';

type Given = Readonly<Record<string, Result>>;

const day = 86_400_000;
const milliseconds: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day,
  week: 7 * day,
};
const monthsOf: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

function requireDate(value: Result, code = 16006): Date {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  if (typeOf(value) === bsonType.timestamp)
    return new Date((value as unknown as { t: number }).t * 1000);
  throw locationError(code, `can't convert from BSON type ${typeName(value)} to Date`);
}

/** Whether a date and its `timezone` are there. @throws {MongoError} 115 for a zone that is not UTC */
function isGiven(given: Given): boolean {
  const zone = 'timezone' in given ? given['timezone'] : 'UTC';
  if (isNullish(zone)) return false;
  if (stringOf(zone, 40517, 'timezone') !== 'UTC') {
    throw notSupported(`the embedded database knows no time zone but UTC, not '${zone as string}'`);
  }
  return !isNullish(given['date']);
}

/** A part of a date: takes the date itself, or `{ date, timezone }`. */
function part(read: (date: Date) => number): Operator {
  const named = takesMembers(['date'], ['timezone'], (given) =>
    isGiven(given) ? read(requireDate(given['date'])) : null,
  );
  return (operand, compiler, name) => {
    const alone = Array.isArray(operand) && operand.length === 1 ? operand[0]! : operand;
    if (Array.isArray(alone)) {
      const message = `${name} accepts exactly one argument, but was given ${alone.length}`;
      throw locationError(40536, message);
    }
    const isNamed = alone instanceof Map && alone.keys().next().value?.startsWith('$') !== true;
    return named(isNamed ? alone : new Map([['date', alone]]), compiler, name);
  };
}

function weekStart(given: Given, name: string): number {
  const value = given['startOfWeek'] ?? 'sunday';
  const text = stringOf(value, 5439015, `${name} startOfWeek`).toLowerCase();
  const index = weekdays.findIndex((weekday) => weekday === text || weekday.slice(0, 3) === text);
  if (index < 0) throw failedToParse(`${name}: unknown day of week value: ${text}`);
  return index + 1;
}

/** Bins of `binSize` units are counted from 2000-01-01 (weeks: from the first `startOfWeek` after it). */
function truncate(given: Given, name: string): Result {
  const { binSize = 1, unit } = given;
  if (!isGiven(given) || isNullish(unit) || isNullish(binSize)) return null;
  const text = stringOf(unit, 5439013, `${name} unit`);
  const bins = integerOf(binSize, 5439017, `${name} binSize`);
  if (bins <= 0) throw locationError(5439018, `${name} requires 'binSize' to be greater than 0`);
  const date = requireDate(given['date'], 5439012);
  const start = startOfBin(date, { unit: text, bins, weekStart: weekStart(given, name) });
  if (start === undefined) throw failedToParse(`${name}: unknown time unit value: ${text}`);
  if (!Number.isNaN(new Date(start).getTime())) return new Date(start);
  throw mongoError('Overflow', `${name}: the resulting date is out of range`);
}

/** Undefined for an unknown unit. */
function startOfBin(
  date: Date,
  { unit, bins, weekStart }: { readonly unit: string; bins: number; weekStart: number },
): number | undefined {
  const months = monthsOf[unit];
  if (months !== undefined) {
    const size = months * bins;
    const since = (date.getUTCFullYear() - 2000) * 12 + date.getUTCMonth();
    return utcTime(2000, Math.floor(since / size) * size);
  }
  const length = milliseconds[unit];
  if (length === undefined) return undefined;
  // 2000-01-01 was a Saturday, ISO day 6.
  const shift = unit === 'week' ? ((weekStart - 6 + 7) % 7) * day : 0;
  const origin = utcTime(2000, 0) + shift;
  return origin + Math.floor((date.getTime() - origin) / (length * bins)) * length * bins;
}

function toText(given: Given): Result {
  if (isNullish(given['date'])) return 'onNull' in given ? given['onNull'] : null;
  if (!isGiven(given)) return null;
  const format = stringOf(
    given['format'] ?? '%Y-%m-%dT%H:%M:%S.%LZ',
    18533,
    '$dateToString format',
  );
  return formatDate(requireDate(given['date']), format);
}

export const dateOperators: Operators = {
  $year: part((date) => date.getUTCFullYear()),
  $month: part((date) => date.getUTCMonth() + 1),
  $dayOfMonth: part((date) => date.getUTCDate()),
  $hour: part((date) => date.getUTCHours()),
  $minute: part((date) => date.getUTCMinutes()),
  $second: part((date) => date.getUTCSeconds()),
  $millisecond: part((date) => date.getUTCMilliseconds()),
  $dayOfYear: part(dayOfYear),
  $dayOfWeek: part((date) => date.getUTCDay() + 1),
  $isoDayOfWeek: part(isoDay),
  $dateTrunc: takesMembers(['date', 'unit'], ['binSize', 'timezone', 'startOfWeek'], truncate),
  $dateToString: takesMembers(['date'], ['format', 'timezone', 'onNull'], toText),
};
