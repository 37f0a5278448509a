import { LedgerDataError } from './errors';

/**
 * One value's packed little-endian layout. Everything that the ledger hashes, signs or sends is made
 * of these; there is no padding anywhere.
 */
export interface Codec<T> {
  /** Bytes taken when every counter inside is zero, so the whole size of a fixed layout. */
  readonly minSize: number;
  /** Bytes that `value` takes. */
  sizeOf(value: T): number;
  /** Writes at the cursor and moves it. @throws {LedgerDataError} when the value does not fit. */
  write(value: T, cursor: Cursor): void;
  /** Reads at the cursor and moves it. @throws {LedgerDataError} when the bytes run out. */
  read(cursor: Cursor): T;
}

/** A place in a byte array; `take` hands out the next bytes and moves on. */
export interface Cursor {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  offset: number;
}

/** The value type of a codec. */
export type ValueOf<C> = C extends Codec<infer T> ? T : never;

/** Encodes to exactly `sizeOf(value)` bytes. @throws {LedgerDataError} when a value does not fit. */
export function encode<T>(codec: Codec<T>, value: T): Uint8Array {
  const bytes = new Uint8Array(codec.sizeOf(value));
  codec.write(value, cursorAt(bytes));
  return bytes;
}

/** Decodes all of `bytes`. @throws {LedgerDataError} when the length is not the exact one. */
export function decode<T>(codec: Codec<T>, bytes: Uint8Array): T {
  const cursor = cursorAt(bytes);
  requireBytes(cursor, codec.minSize);
  const value = codec.read(cursor);
  if (cursor.offset !== bytes.length) throw wrongLength(cursor.offset, bytes.length);
  return value;
}

function cursorAt(bytes: Uint8Array): Cursor {
  return {
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    offset: 0,
  };
}

function wrongLength(expected: number, got: number): LedgerDataError {
  return new LedgerDataError(`expected ${expected} bytes, got ${got}`);
}

function requireBytes(cursor: Cursor, size: number): void {
  const end = cursor.offset + size;
  if (end > cursor.bytes.length) throw wrongLength(end, cursor.bytes.length);
}

function advance(cursor: Cursor, size: number): number {
  requireBytes(cursor, size);
  const start = cursor.offset;
  cursor.offset += size;
  return start;
}

function unsigned(size: 1 | 2 | 4): Codec<number> {
  const accessors = {
    1: ['getUint8', 'setUint8'],
    2: ['getUint16', 'setUint16'],
    4: ['getUint32', 'setUint32'],
  } as const;
  const [get, set] = accessors[size];
  return {
    minSize: size,
    sizeOf: () => size,
    write(value, cursor) {
      if (!Number.isInteger(value) || value < 0 || value >= 2 ** (8 * size)) {
        throw new LedgerDataError(`${value} is not an unsigned integer of ${8 * size} bits`);
      }
      cursor.view[set](advance(cursor, size), value, true);
    },
    read: (cursor) => cursor.view[get](advance(cursor, size), true),
  };
}

export const u8 = unsigned(1);
export const u16 = unsigned(2);
export const u32 = unsigned(4);

/** Two's complement, 8 bytes. */
export const i64: Codec<bigint> = {
  minSize: 8,
  sizeOf: () => 8,
  write(value, cursor) {
    if (BigInt.asIntN(64, value) !== value) {
      throw new LedgerDataError(`${value.toString()} is not a signed integer of 64 bits`);
    }
    cursor.view.setBigInt64(advance(cursor, 8), value, true);
  },
  read: (cursor) => cursor.view.getBigInt64(advance(cursor, 8), true),
};

/** Exactly `size` bytes as they are; reading copies them. */
export function bytes(size: number): Codec<Uint8Array> {
  return {
    minSize: size,
    sizeOf: () => size,
    write(value, cursor) {
      if (value.length !== size) throw wrongLength(size, value.length);
      cursor.bytes.set(value, advance(cursor, size));
    },
    read(cursor) {
      const start = advance(cursor, size);
      return new Uint8Array(cursor.bytes.subarray(start, start + size));
    },
  };
}

/**
 * A length, 16 bits unless `count` says more, then that many bytes: `min` to `max` of them.
 */
export function countedBytes({
  min = 0,
  max = 2 ** 32 - 1,
  count = u16,
}: {
  readonly min?: number;
  readonly max?: number;
  readonly count?: Codec<number>;
}): Codec<Uint8Array> {
  function assertLength(length: number): void {
    if (length < min || length > max) {
      throw new LedgerDataError(`expected ${min} to ${max} bytes of message, got ${length}`);
    }
  }
  return {
    minSize: count.minSize,
    sizeOf: (value) => count.minSize + value.length,
    write(value, cursor) {
      assertLength(value.length);
      count.write(value.length, cursor);
      bytes(value.length).write(value, cursor);
    },
    read(cursor) {
      const length = count.read(cursor);
      assertLength(length);
      return bytes(length).read(cursor);
    },
  };
}

/** A count, 16 bits unless `count` says more, then that many items of one fixed size. */
export function countedList<T>(
  item: Codec<T>,
  { count = u16 }: { readonly count?: Codec<number> } = {},
): Codec<readonly T[]> {
  return {
    minSize: count.minSize,
    sizeOf: (values) => count.minSize + values.length * item.minSize,
    write(values, cursor) {
      count.write(values.length, cursor);
      for (const value of values) item.write(value, cursor);
    },
    read(cursor) {
      const length = count.read(cursor);
      requireBytes(cursor, length * item.minSize);
      return Array.from({ length }, () => item.read(cursor));
    },
  };
}

/** Exactly `length` items of one fixed size; the number stands elsewhere. */
export function repeated<T>(item: Codec<T>, length: number): Codec<readonly T[]> {
  const size = length * item.minSize;
  return {
    minSize: size,
    sizeOf: () => size,
    write(values, cursor) {
      if (values.length !== length) {
        throw new LedgerDataError(`expected ${length} items, got ${values.length}`);
      }
      for (const value of values) item.write(value, cursor);
    },
    read(cursor) {
      requireBytes(cursor, size);
      return Array.from({ length }, () => item.read(cursor));
    },
  };
}

/** A 32-bit number of bytes, then items that fill exactly these. */
export function sizedList<T>(item: Codec<T>): Codec<readonly T[]> {
  const sizeOfItems = (values: readonly T[]) =>
    values.reduce((total, value) => total + item.sizeOf(value), 0);
  return {
    minSize: u32.minSize,
    sizeOf: (values) => u32.minSize + sizeOfItems(values),
    write(values, cursor) {
      u32.write(sizeOfItems(values), cursor);
      for (const value of values) item.write(value, cursor);
    },
    read(cursor) {
      const size = u32.read(cursor);
      requireBytes(cursor, size);
      const end = cursor.offset + size;
      const values: T[] = [];
      while (cursor.offset < end) values.push(item.read(cursor));
      if (cursor.offset !== end) {
        throw new LedgerDataError(`a list of ${size} bytes ends inside an item`);
      }
      return values;
    },
  };
}

/** Members of `head`, then those that `tailOf` chooses by what stands in the head. */
export function followedBy<H extends object, T extends object>(
  head: Codec<H>,
  tailOf: (head: H) => Codec<T>,
): Codec<H & T> {
  return {
    minSize: head.minSize,
    sizeOf: (value) => head.sizeOf(value) + tailOf(value).sizeOf(value),
    write(value, cursor) {
      head.write(value, cursor);
      tailOf(value).write(value, cursor);
    },
    read(cursor) {
      const start = head.read(cursor);
      return { ...start, ...tailOf(start).read(cursor) };
    },
  };
}

/** One fixed byte before a layout, as the type byte of requests is. */
export function tagged<T>(
  tag: number,
  { name, layout }: { readonly name: string; readonly layout: Codec<T> },
): Codec<T> {
  return {
    minSize: u8.minSize + layout.minSize,
    sizeOf: (value) => u8.minSize + layout.sizeOf(value),
    write(value, cursor) {
      u8.write(tag, cursor);
      layout.write(value, cursor);
    },
    read(cursor) {
      const found = u8.read(cursor);
      if (found !== tag) throw new LedgerDataError(`type ${found} is not ${name}`);
      return layout.read(cursor);
    },
  };
}

/** The same error, with the path to the member in front: `recipient.node: …`. */
function inMember(name: string, error: unknown): unknown {
  if (!(error instanceof LedgerDataError)) return error;
  return error.within(name);
}

type Fields = Readonly<Record<string, Codec<unknown>>>;
type StructOf<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> };

/** Members one after another; their order in source is their order on the wire. */
export function struct<F extends Fields>(fields: F): Codec<StructOf<F>> {
  const entries = Object.entries(fields);
  return {
    minSize: entries.reduce((total, [, field]) => total + field.minSize, 0),
    sizeOf: (value) =>
      entries.reduce((total, [name, field]) => total + field.sizeOf(value[name]), 0),
    write(value, cursor) {
      for (const [name, field] of entries) {
        try {
          field.write(value[name], cursor);
        } catch (error) {
          throw inMember(name, error);
        }
      }
    },
    read(cursor) {
      const value: Record<string, unknown> = {};
      for (const [name, field] of entries) {
        try {
          value[name] = field.read(cursor);
        } catch (error) {
          throw inMember(name, error);
        }
      }
      // The loop has just put in what every member's codec gives.
      return value as StructOf<F>;
    },
  };
}
