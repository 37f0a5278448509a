import { ObjectId, Timestamp } from 'bson';
import { typeName } from '../../bson/types';
import { locationError, notSupported } from '../../errors';
import {
  isNullish,
  type Operator,
  type Operators,
  type Result,
  stringOf,
  takesMembers,
} from '../operator';
import { formatDate, isoFormat } from './date-text';

type Given = Readonly<Record<string, Result>>;

function requireDate(value: Result): Date {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  if (value instanceof Timestamp) return new Date(value.t * 1000);
  throw locationError(16006, `can't convert from BSON type ${typeName(value)} to Date`);
}

/** Says that a date and its `timezone` are given. @throws {MongoError} 115 for a zone that is not UTC */
function isGiven(given: Given): boolean {
  const zone = 'timezone' in given ? given['timezone'] : 'UTC';
  if (isNullish(zone)) return false;
  const name = stringOf(zone, 40517, 'timezone');
  if (name !== 'UTC') {
    throw notSupported(`the embedded database knows no time zone but UTC, not '${name}'`);
  }
  return !isNullish(given['date']);
}

/** A part of a date: takes the date itself, or `{ date, timezone }`. */
function part(read: (date: Date) => number): Operator {
  const named = takesMembers(['date'], ['timezone'], (given) =>
    isGiven(given) ? read(requireDate(given['date'])) : null,
  );
  return (operand, compiler, name) => {
    const [first = null] = Array.isArray(operand) ? operand : [];
    const alone = Array.isArray(operand) && operand.length === 1 ? first : operand;
    if (Array.isArray(alone)) {
      const message = `${name} accepts exactly one argument, but was given ${alone.length}`;
      throw locationError(40536, message);
    }
    const isNamed = alone instanceof Map && alone.keys().next().value?.startsWith('$') !== true;
    return named(isNamed ? alone : new Map([['date', alone]]), compiler, name);
  };
}

function toText(given: Given): Result {
  if (isNullish(given['date'])) return 'onNull' in given ? given['onNull'] : null;
  const format = 'format' in given ? given['format'] : isoFormat;
  if (!isGiven(given) || isNullish(format)) return null;
  return formatDate(requireDate(given['date']), stringOf(format, 18533, '$dateToString format'));
}

export const dateOperators: Operators = {
  $year: part((date) => date.getUTCFullYear()),
  $month: part((date) => date.getUTCMonth() + 1),
  $dayOfMonth: part((date) => date.getUTCDate()),
  $hour: part((date) => date.getUTCHours()),
  $dateToString: takesMembers(['date'], ['format', 'timezone', 'onNull'], toText),
};
