import type { Binary, Decimal128 } from 'bson';
import { ByteWriter } from './bytes';
import { compareNumbers, floorToDouble, parseDecimal, type Plain, plainNumber } from './numbers';
import { bsonType, typeBracket, typeOf, type ValuesByType } from './types';
import type { Doc, Value } from './value';

const out = new ByteWriter();

function uint32(value: number): void {
  const start = out.room(4);
  out.bytes.writeUInt32BE(value, start);
}

/** A null byte inside becomes 00 FF, the end is 00 00: so a prefix sorts first. */
function text(value: string): void {
  // Few have one: most need not be split.
  if (!value.includes('\0')) out.utf8(value);
  else
    value.split('\0').forEach((part, index) => {
      if (index > 0) uint16(0x00ff);
      out.utf8(part);
    });
  uint16(0);
}

function uint16(value: number): void {
  const start = out.room(2);
  out.bytes.writeUInt16BE(value, start);
}

/** Eight bytes that sort as doubles do: NaN, -Infinity ... Infinity; both zeros alike. */
function double(value: number): void {
  const start = out.room(8);
  if (Number.isNaN(value)) {
    out.bytes.fill(0, start, out.at);
    return;
  }
  out.bytes.writeDoubleBE(value === 0 ? 0 : value, start);
  if (out.bytes[start]! < 0x80) out.bytes[start]! |= 0x80;
  else out.invert(start);
}

/**
 * The greatest double not above the number, then 00 if that is the number itself, else 01 and its
 * decimal digits: only int64 and Decimal128 need them, which have 34 digits at most.
 */
function number(value: Plain): void {
  const floor = floorToDouble(value);
  double(floor);
  const isExact = typeof value === 'number' || compareNumbers(floor, value) === 0;
  out.byte(isExact ? 0 : 1);
  if (!isExact) digits(value);
}

/** Order of magnitude and 34 digits, inverted when negative: 36 bytes. */
function digits(value: bigint | Decimal128): void {
  const parsed =
    typeof value === 'bigint' ? { coefficient: value, exponent: 0 } : parseDecimal(value);
  if (typeof parsed === 'number') return;
  const isNegative = parsed.coefficient < 0n;
  const significant = String(parsed.coefficient).slice(isNegative ? 1 : 0);
  const start = out.at;
  uint16(significant.length + parsed.exponent + 0x4000);
  out.utf8(significant.padEnd(34, '0'));
  if (isNegative) out.invert(start);
}

function date(value: Date): void {
  const start = out.room(8);
  out.bytes.writeBigInt64BE(BigInt(value.getTime()), start);
  out.bytes[start]! ^= 0x80;
}

function doc(value: Doc): void {
  for (const [name, member] of value) {
    out.byte(typeBracket(member));
    text(name);
    write(member);
  }
  out.byte(0);
}

function binary({ buffer, position, sub_type: subtype }: Binary): void {
  uint32(position);
  out.byte(subtype);
  out.copy(buffer.subarray(0, position));
}

const writeNumber = (value: Value): void => number(plainNumber(value));

type Writers = { readonly [Type in keyof ValuesByType]: (value: ValuesByType[Type]) => void };

const writersOfTypes: Writers = {
  [bsonType.double]: writeNumber,
  [bsonType.int]: writeNumber,
  [bsonType.long]: writeNumber,
  [bsonType.decimal]: writeNumber,
  [bsonType.string]: (value) => text(value),
  [bsonType.object]: (value) => doc(value),
  [bsonType.array]: (value) => {
    value.forEach(write);
    out.byte(0);
  },
  [bsonType.binData]: (value) => binary(value),
  [bsonType.objectId]: (value) => out.copy(value.id),
  [bsonType.bool]: (value) => out.byte(Number(value)),
  [bsonType.date]: (value) => date(value),
  [bsonType.timestamp]: (value) => {
    uint32(value.t);
    uint32(value.i);
  },
  [bsonType.regex]: (value) => {
    text(value.pattern);
    text(value.options);
  },
  [bsonType.javascript]: (value) => text(value.code),
};

// The type byte is computed from the value that is written.
const writers = writersOfTypes as Readonly<Record<number, (value: Value) => void>>;

function write(value: Value | undefined): void {
  out.byte(typeBracket(value));
  if (value !== undefined) writers[typeOf(value)]?.(value);
}

/**
 * Encodes a value so that the order of the bytes is that of `compareValues`: equal values of
 * different number types give equal bytes. Each encoding ends itself, so a compound key is the
 * concatenation of its parts. `descending` turns the order round.
 */
export function encodeKey(value: Value | undefined, descending = false): Buffer {
  out.at = 0;
  write(value);
  if (descending) out.invert(0);
  return out.take();
}

/** One key of an index: its prefix, then a value for each part, encoded as by `encodeKey`. */
export function encodeIndexKey(
  prefix: Uint8Array,
  parts: readonly { readonly isDescending: boolean }[],
  values: readonly (Value | undefined)[],
): Buffer {
  out.at = 0;
  out.copy(prefix);
  for (let i = 0; i < parts.length; i += 1) {
    const start = out.at;
    write(values[i]);
    if (parts[i]!.isDescending) out.invert(start);
  }
  return out.take();
}
