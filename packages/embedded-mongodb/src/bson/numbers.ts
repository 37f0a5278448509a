import { Decimal128, Double } from 'bson';
import type { Value } from './value';

/** A number of any BSON type without its wrapper; -0 and integral doubles are plain here. */
export type Plain = number | bigint | Decimal128;

/** Takes the wrapper off; the value must be numeric. */
export function plainNumber(value: Value): Plain {
  return value instanceof Double ? value.value : (value as Plain);
}

/** An exact coefficient * 10^exponent; a plain number stands for NaN and the infinities. */
export type Decimal = { readonly coefficient: bigint; readonly exponent: number } | number;

/** Reads a Decimal128; NaN and the infinities come back as numbers. */
export function parseDecimal(value: Decimal128): Decimal {
  const match = /^(-?)(\d*)\.?(\d*)(?:E([+-]?\d+))?$/.exec(value.toString());
  if (!match) return Number(value.toString());
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction);
  return {
    coefficient: sign === '-' ? -digits : digits,
    exponent: Number(exponent) - fraction.length,
  };
}

const bits = new DataView(new ArrayBuffer(8));

/** A finite double as integer * 2^exponent. */
function parseDouble(value: number): { readonly integer: bigint; readonly exponent: number } {
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const biased = Number((raw >> 52n) & 0x7ffn);
  const mantissa = raw & 0xfffffffffffffn;
  const integer = biased === 0 ? mantissa : mantissa | 0x10000000000000n;
  return { integer: value < 0 ? -integer : integer, exponent: Math.max(biased, 1) - 1075 };
}

/** Compares a finite decimal with a finite double or an integer, exactly. */
function compareDecimal(decimal: Exclude<Decimal, number>, other: number | bigint): number {
  const { integer, exponent } =
    typeof other === 'bigint' ? { integer: other, exponent: 0 } : parseDouble(other);
  let left = decimal.coefficient;
  let right = integer;
  if (decimal.exponent >= 0) left *= 10n ** BigInt(decimal.exponent);
  else right *= 10n ** BigInt(-decimal.exponent);
  if (exponent >= 0) right <<= BigInt(exponent);
  else left <<= BigInt(-exponent);
  return left < right ? -1 : left > right ? 1 : 0;
}

function comparePlain(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return Number(!Number.isNaN(a)) - Number(!Number.isNaN(b));
}

function compareDecimals(a: Exclude<Decimal, number>, b: Exclude<Decimal, number>): number {
  const exponent = Math.min(a.exponent, b.exponent);
  const left = a.coefficient * 10n ** BigInt(a.exponent - exponent);
  const right = b.coefficient * 10n ** BigInt(b.exponent - exponent);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Exact order of numbers of any type; NaN equals NaN and is below everything. */
export function compareNumbers(a: Plain, b: Plain): number {
  const left = a instanceof Decimal128 ? parseDecimal(a) : a;
  const right = b instanceof Decimal128 ? parseDecimal(b) : b;
  if (typeof left !== 'object' && typeof right !== 'object') return comparePlain(left, right);
  if (typeof left === 'number' && !Number.isFinite(left)) return comparePlain(left, 0);
  if (typeof right === 'number' && !Number.isFinite(right)) return comparePlain(0, right);
  if (typeof left === 'object')
    return typeof right === 'object' ? compareDecimals(left, right) : compareDecimal(left, right);
  return typeof right === 'object' ? 0 - compareDecimal(right, left) : comparePlain(left, right);
}

/** The double next below a finite one. */
function nextDown(value: number): number {
  if (value === 0) return -Number.MIN_VALUE;
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + (value > 0 ? -1n : 1n));
  return bits.getFloat64(0);
}

/** The greatest double that is not above the number; -Infinity when there is none. */
export function floorToDouble(value: Plain): number {
  if (typeof value === 'number') return value;
  const near = Number(value.toString());
  if (Number.isNaN(near) || compareNumbers(near, value) <= 0) return near;
  return near === Infinity ? Number.MAX_VALUE : nextDown(near);
}

/** A finite number of any type as a double, rounded; undefined for everything else and for NaN. */
export function toFinite(value: Value | undefined): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  const isNumber =
    typeof value === 'bigint' || value instanceof Double || value instanceof Decimal128;
  const number = isNumber ? Number(value.toString()) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** An integral number of any type as a safe integer; undefined for everything else. */
export function toInteger(value: Value | undefined): number | undefined {
  const number = toFinite(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** The whole part of a finite number of any type, exact; undefined for everything else. */
export function toWhole(value: Value | undefined): bigint | undefined {
  if (typeof value === 'bigint') return value;
  const decimal = value instanceof Decimal128 ? parseDecimal(value) : toFinite(value);
  if (typeof decimal !== 'object')
    return Number.isFinite(decimal) ? BigInt(Math.trunc(Number(decimal))) : undefined;
  const { coefficient, exponent } = decimal;
  return exponent >= 0
    ? coefficient * 10n ** BigInt(exponent)
    : coefficient / 10n ** BigInt(-exponent);
}

export function isNan(value: Value | undefined): boolean {
  if (typeof value === 'number') return Number.isNaN(value);
  return value instanceof Decimal128 && value.toString() === 'NaN';
}
