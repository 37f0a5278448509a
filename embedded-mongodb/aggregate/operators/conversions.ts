import { Decimal128, ObjectId } from 'bson';
import { asDouble, double, integer, isInteger } from '../../bson/arithmetic';
import { toInteger } from '../../bson/numbers';
import { bsonType, isNumeric, typeName, typeOf } from '../../bson/types';
import type { Value } from '../../bson/values';
import { badValue } from '../../errors';
import {
  conversionFailure,
  type Evaluate,
  isNullish,
  isTruthy,
  members,
  type Operator,
  type Operators,
  takes,
} from '../operator';
import { parseDate } from './date-text';

/** A number, date, boolean, string or ObjectId as `$toString` writes it. */
export function formatValue(value: Value): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  if (value instanceof Decimal128) return value.toString();
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (isInteger(value)) return String(value);
  if (isNumeric(value)) return formatDouble(asDouble(value));
  throw unsupported(value, 'string');
}

function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  return Object.is(value, -0) ? '-0' : String(value).replace(/e([+-])(\d)$/, 'e$10$2');
}

function unsupported(value: Value, target: string): Error {
  return conversionFailure(
    `Unsupported conversion from ${typeName(value)} to ${target} in $convert with no onError value`,
  );
}

function failed(value: Value, target: string): Error {
  return conversionFailure(
    `Failed to parse or convert '${formatValue(value)}' to ${target} in $convert with no onError value`,
  );
}

/** To an integer type: cuts fractions off numbers, but refuses them in strings. */
function toInt(isLong: boolean): (value: Value) => Value {
  const target = isLong ? 'long' : 'int';
  return (value) => {
    let whole: bigint;
    if (typeof value === 'boolean') whole = BigInt(value);
    else if (value instanceof Date && isLong) whole = BigInt(value.getTime());
    else if (typeof value === 'string') {
      if (!/^[+-]?\d+$/.test(value)) throw failed(value, target);
      whole = BigInt(value.replace(/^\+/, ''));
    } else if (typeof value === 'bigint') whole = value;
    else if (isNumeric(value)) {
      const number = Math.trunc(
        value instanceof Decimal128 ? Number(value.toString()) : asDouble(value),
      );
      if (!Number.isFinite(number)) throw failed(value, target);
      whole = BigInt(number);
    } else throw unsupported(value, target);
    const result = integer(whole, isLong);
    if (result === undefined || (!isLong && typeof result === 'bigint'))
      throw failed(value, target);
    return result;
  };
}

function toDouble(value: Value): Value {
  if (typeof value === 'boolean') return double(Number(value));
  if (value instanceof Date) return double(value.getTime());
  if (value instanceof Decimal128) return double(Number(value.toString()));
  if (isNumeric(value)) return double(asDouble(value));
  if (typeof value !== 'string') throw unsupported(value, 'double');
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(value)) return double(Number(value));
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(value);
  if (!special) throw failed(value, 'double');
  return special[2]!.toLowerCase() === 'nan' ? NaN : special[1] === '-' ? -Infinity : Infinity;
}

function toDate(value: Value): Value {
  if (value instanceof Date) return value;
  if (typeof value === 'string') return parseDate(value);
  if (value instanceof ObjectId) return value.getTimestamp();
  const type = typeOf(value);
  if (type === bsonType.timestamp) return new Date((value as { t: number } & Value).t * 1000);
  if (!isNumeric(value) || type === bsonType.int) throw unsupported(value, 'date');
  const date = new Date(Number(toInt(true)(value)));
  if (Number.isNaN(date.getTime())) throw failed(value, 'date');
  return date;
}

function toObjectId(value: Value): Value {
  if (value instanceof ObjectId) return value;
  if (typeof value !== 'string') throw unsupported(value, 'objectId');
  if (!/^[\da-fA-F]{24}$/.test(value)) throw failed(value, 'objectId');
  return new ObjectId(value);
}

function toDecimal(value: Value): Value {
  if (value instanceof Decimal128) return value;
  if (typeof value === 'boolean') return Decimal128.fromString(String(Number(value)));
  if (value instanceof Date) return Decimal128.fromString(String(value.getTime()));
  if (typeof value !== 'string' && !isNumeric(value)) throw unsupported(value, 'decimal');
  try {
    return Decimal128.fromString(formatValue(value));
  } catch {
    throw failed(value, 'decimal');
  }
}

const conversions: ReadonlyMap<number, (value: Value) => Value> = new Map<
  number,
  (value: Value) => Value
>([
  [bsonType.double, toDouble],
  [bsonType.string, formatValue],
  [bsonType.objectId, toObjectId],
  [bsonType.bool, (value) => isTruthy(value)],
  [bsonType.date, toDate],
  [bsonType.int, toInt(false)],
  [bsonType.long, toInt(true)],
  [bsonType.decimal, toDecimal],
]);

function conversionTo(target: Value): (value: Value) => Value {
  const code =
    typeof target === 'string' ? (bsonType as Record<string, number>)[target] : toInteger(target);
  const name = typeof target === 'string' ? target : String(code);
  if (code === undefined) throw badValue(`Unknown type name: ${name}`);
  const convert = conversions.get(code);
  return (
    convert ??
    ((value) => {
      throw unsupported(value, name);
    })
  );
}

const convert: Operator = (operand, compiler, name) => {
  const given = members(operand, name, ['input', 'to'], ['onError', 'onNull']);
  const [input, to] = ['input', 'to'].map((member) => compiler.compile(given.get(member)!)) as [
    Evaluate,
    Evaluate,
  ];
  const onNull = compiler.compile(given.get('onNull') ?? null);
  const onError = given.has('onError') ? compiler.compile(given.get('onError')!) : undefined;
  return (doc, variables) => {
    const value = input(doc, variables);
    const target = to(doc, variables);
    if (isNullish(target)) return null;
    if (isNullish(value)) return onNull(doc, variables);
    try {
      return conversionTo(target)(value);
    } catch (error) {
      const isConversion = error instanceof Error && 'code' in error && error.code === 241;
      if (onError && isConversion) return onError(doc, variables);
      throw error;
    }
  };
};

function converts(type: number): Operator {
  return takes(1, (_name, value) => (isNullish(value) ? null : conversions.get(type)!(value)));
}

export const conversionOperators: Operators = {
  $convert: convert,
  $toBool: converts(bsonType.bool),
  $toDate: converts(bsonType.date),
  $toDecimal: converts(bsonType.decimal),
  $toDouble: converts(bsonType.double),
  $toInt: converts(bsonType.int),
  $toLong: converts(bsonType.long),
  $toObjectId: converts(bsonType.objectId),
  $toString: converts(bsonType.string),
  $type: takes(1, (_name, value) => typeName(value)),
  $isNumber: takes(1, (_name, value) => value !== undefined && isNumeric(value)),
};
