import { asDouble, calculate, double, integer, isInteger, operations } from '../../bson/arithmetic';
import type { Operation } from '../../bson/arithmetic';
import { toInteger } from '../../bson/numbers';
import { isNumeric, typeName } from '../../bson/types';
import type { Value } from '../../bson/values';
import { badValue, locationError, mongoError } from '../../errors';
import {
  isNullish,
  type Operator,
  type Operators,
  type Result,
  takes,
  takesPresent,
} from '../operator';

function numberOf(value: Value, name: string, code: number): number {
  if (isNumeric(value)) return asDouble(value);
  throw locationError(code, `${name} only supports numeric types, not ${typeName(value)}`);
}

/** An int64 that overflows in an expression becomes a double. */
function promote(operation: Operation, a: Value, b: Value): Value {
  return calculate(operation, a, b) ?? double(operation.double(asDouble(a), asDouble(b)));
}

function moveDate(date: Date, milliseconds: number): Date {
  const result = new Date(date.getTime() + Math.trunc(milliseconds));
  if (Number.isNaN(result.getTime())) throw mongoError('Overflow', 'date overflow');
  return result;
}

function add(name: string, ...values: Result[]): Result {
  if (values.some(isNullish)) return null;
  const numbers = values.filter((value) => !(value instanceof Date)) as Value[];
  const dates = values.filter((value) => value instanceof Date);
  if (dates.length > 1)
    throw locationError(16612, `only one date allowed in an ${name} expression`);
  const wrong = numbers.find((value) => !isNumeric(value));
  if (wrong !== undefined) {
    const rule = `only numbers and dates are allowed in an ${name} expression`;
    throw locationError(16554, `${rule}, not ${typeName(wrong)}`);
  }
  const sum = numbers.reduce((total, value) => promote(operations.add, total, value), 0);
  return dates[0] ? moveDate(dates[0], asDouble(sum)) : sum;
}

function subtract(name: string, a: Value, b: Value): Result {
  if (a instanceof Date && b instanceof Date) return BigInt(a.getTime() - b.getTime());
  if (a instanceof Date && isNumeric(b)) return moveDate(a, -asDouble(b));
  if (isNumeric(a) && isNumeric(b)) return promote(operations.subtract, a, b);
  throw locationError(16556, `can't ${name} ${typeName(b)} from ${typeName(a)}`);
}

function multiply(name: string, ...values: Result[]): Result {
  if (values.some(isNullish)) return null;
  return (values as Value[]).reduce((product, value) => {
    numberOf(value, name, 16555);
    return promote(operations.multiply, product, value);
  }, 1);
}

function divide(name: string, a: Value, b: Value): Result {
  const [dividend, divisor] = [numberOf(a, name, 16609), numberOf(b, name, 16609)];
  if (divisor === 0) throw badValue(`can't ${name} by zero`);
  return double(dividend / divisor);
}

function mod(name: string, a: Value, b: Value): Result {
  numberOf(a, name, 16611);
  if (numberOf(b, name, 16611) === 0) throw locationError(16610, `can't ${name} by zero`);
  return calculate(operations.mod, a, b);
}

/** Negates exactly: the least int32 becomes an int64, the least int64 has no negative. */
function absolute(name: string, value: Value): Result {
  if (numberOf(value, name, 28765) >= 0) return value;
  const result = calculate(operations.multiply, value, -1);
  if (result === undefined) throw locationError(28680, `can't take ${name} of long long min`);
  return result;
}

/** Integers stay as they are. */
function onFractions(code: number, change: (value: number) => number): Operator {
  return takesPresent(1, (name, value) => {
    const number = numberOf(value, name, code);
    return isInteger(value) ? value : double(change(number));
  });
}

/** Keeps `place` decimal places, -20 to 100, of the exact value (to 34 digits, as Decimal128 has). */
function toPlaces(isRounded: boolean): Operator {
  return takesPresent([1, 2], (name, value, place = 0) => {
    const places = toInteger(place);
    if (places === undefined || places < -20 || places > 100) {
      throw locationError(51083, `cannot apply ${name} with that precision: must be in [-20, 100]`);
    }
    const number = numberOf(value, name, 51081);
    if (!Number.isFinite(number) || (isInteger(value) && places >= 0)) return value;
    if (isInteger(value)) {
      const whole = quantize(BigInt(value), -places, isRounded) * 10n ** BigInt(-places);
      return integer(whole, typeof value === 'bigint') ?? double(Number(whole));
    }
    const [digits = '', exponent = '0'] = number.toExponential(33).replace('.', '').split('e');
    const surplus = 33 - Number(exponent) - places;
    if (surplus <= 0) return value;
    return double(Number(`${quantize(BigInt(digits), surplus, isRounded)}e${-places}`));
  });
}

/** Drops decimal digits, rounding half to even if asked. */
function quantize(value: bigint, dropped: number, isRounded: boolean): bigint {
  const unit = 10n ** BigInt(dropped);
  const quotient = value / unit;
  const twice = (value % unit) * 2n;
  const half = twice < 0n ? -twice : twice;
  const isAway = isRounded && (half > unit || (half === unit && quotient % 2n !== 0n));
  return isAway ? quotient + (value < 0n ? -1n : 1n) : quotient;
}

export const arithmeticOperators: Operators = {
  $add: takes([0, Infinity], add),
  $subtract: takesPresent(2, subtract),
  $multiply: takes([0, Infinity], multiply),
  $divide: takesPresent(2, divide),
  $mod: takesPresent(2, mod),
  $abs: takesPresent(1, absolute),
  $ceil: onFractions(28765, Math.ceil),
  $floor: onFractions(28765, Math.floor),
  $trunc: toPlaces(false),
  $round: toPlaces(true),
};
