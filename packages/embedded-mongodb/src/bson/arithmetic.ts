import { Decimal128, Double } from 'bson';
import { notSupported } from '../errors';
import { isNumeric, looksLikeInt32 } from './types';
import type { Value } from './value';

const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;
const int32 = { min: -(2n ** 31n), max: 2n ** 31n - 1n } as const;

/** A double as values hold it: wrapped where the bare number would pass for an int32, and where it is -0. */
export function double(value: number): Value {
  return looksLikeInt32(value) || Object.is(value, -0) ? new Double(value) : value;
}

function isInt64(value: bigint): boolean {
  return value >= int64.min && value <= int64.max;
}

/** The value as an int32, or as an int64 where `isLong` or its size asks for one; undefined past an int64. */
function integer(value: bigint, isLong: boolean): Value | undefined {
  if (!isLong && value >= int32.min && value <= int32.max) return Number(value);
  return isInt64(value) ? value : undefined;
}

/** One operation, on doubles and on integers. */
export interface Operation {
  readonly name: string;
  readonly double: (a: number, b: number) => number;
  readonly integer: (a: bigint, b: bigint) => bigint;
}

export const operations = {
  add: { name: 'add', double: (a, b) => a + b, integer: (a, b) => a + b },
  subtract: { name: 'subtract', double: (a, b) => a - b, integer: (a, b) => a - b },
  multiply: { name: 'multiply', double: (a, b) => a * b, integer: (a, b) => a * b },
} as const satisfies Record<string, Operation>;

/** Says that the value is an int32 or int64. */
export function isInteger(value: Value): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && looksLikeInt32(value));
}

/** The double nearest to a number of any type but Decimal128. */
export function asDouble(value: Value): number {
  if (value instanceof Decimal128) {
    throw notSupported('arithmetic on Decimal128 is not supported');
  }
  return value instanceof Double ? value.value : Number(value);
}

/**
 * MongoDB's promotion: any double makes a double, else any int64 an int64; int32 results that overflow
 * become int64.
 *
 * @returns undefined when an int64 overflows: the caller decides what that means.
 * @throws {MongoError} CommandNotSupported (115) for a Decimal128.
 */
export function calculate(operation: Operation, a: Value, b: Value): Value | undefined {
  if (!isInteger(a) || !isInteger(b)) return double(operation.double(asDouble(a), asDouble(b)));
  const isLong = typeof a === 'bigint' || typeof b === 'bigint';
  if (!isLong) {
    const quick = operation.double(a, b);
    if (looksLikeInt32(quick)) return quick;
  }
  return integer(operation.integer(BigInt(a), BigInt(b)), isLong);
}

/**
 * A running sum: exact for integers, compensated (Neumaier) for doubles. The result is an int32 or
 * int64 as long as the addends were integers and the sum fits, else a double.
 */
export class Sum {
  #integers = 0n;
  /** Int32s that are not in `#integers` yet: sums of numbers are quicker. */
  #small = 0;
  #isLong = false;
  #isDouble = false;
  #doubles = 0;
  /** Neumaier's compensation: the low bits that `#doubles` has lost. */
  #lost = 0;
  /** Numbers that were added. */
  count = 0;

  /** Adds a number; ignores other values. */
  add(value: Value | undefined): void {
    if (value === undefined || !isNumeric(value)) return;
    this.count += 1;
    if (typeof value === 'bigint') {
      this.#isLong = true;
      this.#integers += value;
    } else if (isInteger(value)) {
      this.#small += value;
      if (Math.abs(this.#small) > 2 ** 52) this.#spill();
    } else this.#addDouble(asDouble(value));
  }

  #spill(): void {
    this.#integers += BigInt(this.#small);
    this.#small = 0;
  }

  #addDouble(value: number): void {
    this.#isDouble = true;
    const sum = this.#doubles + value;
    const isLarger = Math.abs(this.#doubles) >= Math.abs(value);
    if (Number.isFinite(sum)) {
      this.#lost += isLarger ? this.#doubles - sum + value : value - sum + this.#doubles;
    }
    this.#doubles = sum;
  }

  get total(): Value {
    this.#spill();
    const exact = this.#isDouble ? undefined : integer(this.#integers, this.#isLong);
    return exact ?? double(this.asDouble());
  }

  asDouble(): number {
    this.#spill();
    return this.#doubles + this.#lost + Number(this.#integers);
  }
}
