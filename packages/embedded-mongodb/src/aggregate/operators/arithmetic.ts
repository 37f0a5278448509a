import { asDouble, calculate, double, operations } from '../../bson/arithmetic';
import type { Operation } from '../../bson/arithmetic';
import { isNumeric, typeName } from '../../bson/types';
import type { Value } from '../../bson/values';
import { badValue, locationError, mongoError } from '../../errors';
import { type Operators, type Result, takes, takesPresent } from '../operator';

function numberOf(value: Value, name: string, code: number): number {
  if (isNumeric(value)) return asDouble(value);
  throw locationError(code, `${name} only supports numeric types, not ${typeName(value)}`);
}

/** An int64 that overflows in an expression becomes a double. */
function promote(operation: Operation, a: Value, b: Value): Value {
  return calculate(operation, a, b) ?? double(operation.double(asDouble(a), asDouble(b)));
}

/** @param milliseconds since 1970, whole ones */
function dateAt(milliseconds: number): Date {
  const result = new Date(milliseconds);
  if (Number.isNaN(result.getTime())) throw mongoError('Overflow', 'date overflow');
  return result;
}

/** To the nearest whole number; a half goes away from zero. */
const rounded = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));

function add(name: string, ...values: Result[]): Result {
  const present = values.filter((value) => value !== null && value !== undefined);
  if (present.length < values.length) return null;
  const numbers = present.filter((value) => !(value instanceof Date));
  const dates = present.filter((value) => value instanceof Date);
  if (dates.length > 1)
    throw locationError(16612, `only one date allowed in an ${name} expression`);
  const wrong = numbers.find((value) => !isNumeric(value));
  if (wrong !== undefined) {
    const rule = `only numbers and dates are allowed in an ${name} expression`;
    throw locationError(16554, `${rule}, not ${typeName(wrong)}`);
  }
  const sum = numbers.reduce<Value>((total, value) => promote(operations.add, total, value), 0);
  return dates[0] ? dateAt(rounded(dates[0].getTime() + asDouble(sum))) : sum;
}

function subtract(name: string, a: Value, b: Value): Result {
  if (a instanceof Date && b instanceof Date) return BigInt(a.getTime() - b.getTime());
  if (a instanceof Date && isNumeric(b)) return dateAt(a.getTime() - Math.trunc(asDouble(b)));
  if (isNumeric(a) && isNumeric(b)) return promote(operations.subtract, a, b);
  throw locationError(16556, `can't ${name} ${typeName(b)} from ${typeName(a)}`);
}

function multiply(name: string, ...values: Result[]): Result {
  const present = values.filter((value) => value !== null && value !== undefined);
  if (present.length < values.length) return null;
  return present.reduce<Value>((product, value) => {
    numberOf(value, name, 16555);
    return promote(operations.multiply, product, value);
  }, 1);
}

function divide(name: string, a: Value, b: Value): Result {
  const [dividend, divisor] = [numberOf(a, name, 16609), numberOf(b, name, 16609)];
  if (divisor === 0) throw badValue(`can't ${name} by zero`);
  return double(dividend / divisor);
}

export const arithmeticOperators: Operators = {
  $add: takes([0, Infinity], add),
  $subtract: takesPresent(2, subtract),
  $multiply: takes([0, Infinity], multiply),
  $divide: takesPresent(2, divide),
};
