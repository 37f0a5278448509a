import { Decimal128, ObjectId } from 'bson';
import { asDouble, double, integer, isInteger } from '../../bson/arithmetic';
import { isNumeric, typeName } from '../../bson/types';
import type { Value } from '../../bson/values';
import { mongoError } from '../../errors';
import { isNullish, type Operator, type Operators, takes } from '../operator';

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
  return mongoError(
    'ConversionFailure',
    `Unsupported conversion from ${typeName(value)} to ${target} in $convert with no onError value`,
  );
}

function failed(value: Value, target: string): Error {
  return mongoError(
    'ConversionFailure',
    `Failed to parse or convert '${formatValue(value)}' to ${target} in $convert with no onError value`,
  );
}

/** A number of any type as a double. */
function toFloat(value: Value): number {
  return value instanceof Decimal128 ? Number(value.toString()) : asDouble(value);
}

/** The whole number of a value: cuts fractions off numbers, but refuses them in strings. */
function toWhole(value: Value, target: string): bigint {
  if (typeof value === 'boolean' || typeof value === 'bigint') return BigInt(value);
  if (value instanceof Date && target === 'long') return BigInt(value.getTime());
  if (typeof value === 'string') {
    if (!/^[+-]?\d+$/.test(value)) throw failed(value, target);
    return BigInt(value.replace(/^\+/, ''));
  }
  if (!isNumeric(value)) throw unsupported(value, target);
  const number = Math.trunc(toFloat(value));
  if (!Number.isFinite(number)) throw failed(value, target);
  return BigInt(number);
}

function toInt(value: Value): Value {
  const result = integer(toWhole(value, 'int'), false);
  if (typeof result === 'number') return result;
  throw failed(value, 'int');
}

function toLong(value: Value): Value {
  const result = integer(toWhole(value, 'long'), true);
  if (result !== undefined) return result;
  throw failed(value, 'long');
}

function toDouble(value: Value): Value {
  if (typeof value === 'boolean') return double(Number(value));
  if (value instanceof Date) return double(value.getTime());
  if (isNumeric(value)) return double(toFloat(value));
  if (typeof value !== 'string') throw unsupported(value, 'double');
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(value)) return double(Number(value));
  throw failed(value, 'double');
}

function converts(convert: (value: Value) => Value): Operator {
  return takes(1, (_name, value) => (isNullish(value) ? null : convert(value)));
}

export const conversionOperators: Operators = {
  $toDouble: converts(toDouble),
  $toInt: converts(toInt),
  $toLong: converts(toLong),
  $toString: converts(formatValue),
};
