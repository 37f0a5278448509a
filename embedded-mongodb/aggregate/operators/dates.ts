import { ObjectId } from 'bson';
import { bsonType, typeName, typeOf } from '../../bson/types';
import { failedToParse, locationError, mongoError } from '../../errors';
import {
  integerOf,
  isNullish,
  type Operator,
  type Operators,
  type Result,
  stringOf,
  takesMembers,
} from '../operator';
import { fromLocal, type TimeZone, timeZone } from '../time-zone';
import { dayOfYear, formatDate, isoDay, utcTime } from './date-text';

type Given = Readonly<Record<string, Result>>;

const milliseconds: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
};
const monthsOf: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };
const clockUnits = ['millisecond', 'second', 'minute', 'hour'];
const day = 86_400_000;
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

function requireDate(value: Result, code = 16006): Date {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  if (typeOf(value) === bsonType.timestamp)
    return new Date((value as unknown as { t: number }).t * 1000);
  throw locationError(code, `can't convert from BSON type ${typeName(value)} to Date`);
}

/** UTC when not given; undefined stands for a zone that is null. */
function zoneOf(given: Given): TimeZone | undefined {
  const zone = 'timezone' in given ? given['timezone'] : 'UTC';
  return isNullish(zone) ? undefined : timeZone(stringOf(zone, 40517, 'timezone'));
}

function unitOf(given: Given, name: string): string | undefined {
  const unit = given['unit'];
  if (isNullish(unit)) return undefined;
  const text = stringOf(unit, 5439013, `${name} unit`);
  if (text in milliseconds || text in monthsOf) return text;
  throw failedToParse(`${name}: unknown time unit value: ${text}`);
}

function weekStart(given: Given, name: string): number | undefined {
  const value = given['startOfWeek'] ?? 'sunday';
  const text = stringOf(value, 5439015, `${name} startOfWeek`).toLowerCase();
  const index = weekdays.findIndex((weekday) => weekday === text || weekday.slice(0, 3) === text);
  if (index < 0) throw failedToParse(`${name}: unknown day of week value: ${text}`);
  return index + 1;
}

function localTime(date: Date, zone: TimeZone): number {
  return date.getTime() + zone.offsetAt(date.getTime());
}

function checked(time: number, name: string): Date {
  const date = new Date(time);
  if (Number.isNaN(date.getTime()))
    throw mongoError('Overflow', `${name}: the resulting date is out of range`);
  return date;
}

/** A part of a date: takes the date itself, or `{ date, timezone }`. */
function part(read: (local: Date) => number | bigint): Operator {
  const named = takesMembers(['date'], ['timezone'], (given) => {
    const zone = zoneOf(given);
    if (!zone || isNullish(given['date'])) return null;
    return read(new Date(localTime(requireDate(given['date']), zone)));
  });
  return (operand, compiler, name) => {
    const alone = Array.isArray(operand) && operand.length === 1 ? operand[0]! : operand;
    if (Array.isArray(alone))
      throw locationError(
        40536,
        `${name} accepts exactly one argument, but was given ${alone.length}`,
      );
    const isNamed = alone instanceof Map && alone.keys().next().value?.startsWith('$') !== true;
    return named(isNamed ? alone : new Map([['date', alone]]), compiler, name);
  };
}

/** Months and years keep the day of the month where it exists, else the last one; days keep the clock. */
function moved(date: Date, unit: string, amount: number, zone: TimeZone, name: string): Date {
  if (clockUnits.includes(unit))
    return checked(date.getTime() + amount * milliseconds[unit]!, name);
  const local = new Date(localTime(date, zone));
  const months = monthsOf[unit];
  if (months === undefined)
    return checked(fromLocal(local.getTime() + amount * milliseconds[unit]!, zone), name);
  const year = local.getUTCFullYear();
  const month = local.getUTCMonth() + amount * months;
  const lastDay = new Date(utcTime(year, month + 1, 0)).getUTCDate();
  const midnight = utcTime(year, month, Math.min(local.getUTCDate(), lastDay));
  const clock = ((local.getTime() % day) + day) % day;
  return checked(fromLocal(midnight + clock, zone), name);
}

function addition(sign: number): Operator {
  return takesMembers(['startDate', 'unit', 'amount'], ['timezone'], (given, name) => {
    const [zone, unit] = [zoneOf(given), unitOf(given, name)];
    if (!zone || unit === undefined || isNullish(given['startDate']) || isNullish(given['amount']))
      return null;
    const amount = integerOf(given['amount'], 5166405, `${name} amount`);
    return moved(requireDate(given['startDate'], 5166403), unit, amount * sign, zone, name);
  });
}

/** Bins of `binSize` units are counted from 2000-01-01 (weeks: from the first `startOfWeek` after it). */
function truncate(given: Given, name: string): Result {
  const [zone, unit] = [zoneOf(given), unitOf(given, name)];
  const { date, binSize = 1 } = given;
  if (!zone || unit === undefined || isNullish(date) || isNullish(binSize)) return null;
  const bins = integerOf(binSize, 5439017, `${name} binSize`);
  if (bins <= 0) throw locationError(5439018, `${name} requires 'binSize' to be greater than 0`);
  const time = requireDate(date, 5439012);
  const epoch = utcTime(2000, 0);
  if (clockUnits.includes(unit)) {
    const size = milliseconds[unit]! * bins;
    const origin = fromLocal(epoch, zone);
    return checked(origin + Math.floor((time.getTime() - origin) / size) * size, name);
  }
  const local = new Date(localTime(time, zone));
  const months = monthsOf[unit];
  if (months !== undefined) {
    const size = months * bins;
    const since = (local.getUTCFullYear() - 2000) * 12 + local.getUTCMonth();
    return checked(fromLocal(utcTime(2000, Math.floor(since / size) * size), zone), name);
  }
  // 2000-01-01 was a Saturday, ISO day 6.
  const shift = unit === 'week' ? ((weekStart(given, name)! - 6 + 7) % 7) * day : 0;
  const size = milliseconds[unit]! * bins;
  const origin = epoch + shift;
  return checked(
    fromLocal(origin + Math.floor((local.getTime() - origin) / size) * size, zone),
    name,
  );
}

function toText(given: Given): Result {
  const zone = zoneOf(given);
  const { date, onNull = null } = given;
  if (isNullish(date)) return 'onNull' in given ? given['onNull'] : onNull;
  if (!zone) return null;
  const format = given['format'] ?? (zone.isUtc ? '%Y-%m-%dT%H:%M:%S.%LZ' : '%Y-%m-%dT%H:%M:%S.%L');
  return formatDate(requireDate(date), stringOf(format, 18533, '$dateToString format'), zone);
}

export const dateOperators: Operators = {
  $year: part((local) => local.getUTCFullYear()),
  $month: part((local) => local.getUTCMonth() + 1),
  $dayOfMonth: part((local) => local.getUTCDate()),
  $hour: part((local) => local.getUTCHours()),
  $minute: part((local) => local.getUTCMinutes()),
  $second: part((local) => local.getUTCSeconds()),
  $millisecond: part((local) => local.getUTCMilliseconds()),
  $dayOfYear: part(dayOfYear),
  $dayOfWeek: part((local) => local.getUTCDay() + 1),
  $isoDayOfWeek: part(isoDay),
  $dateAdd: addition(1),
  $dateSubtract: addition(-1),
  $dateTrunc: takesMembers(['date', 'unit'], ['binSize', 'timezone', 'startOfWeek'], truncate),
  $dateToString: takesMembers(['date'], ['format', 'timezone', 'onNull'], toText),
};
