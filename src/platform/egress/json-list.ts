import { isRecord } from '../../record';

/** A list as a thread hands it over. */
export interface ListInParts {
  readonly parts: readonly JsonPart[];
  /** Of all parts together. */
  readonly length: number;
}

/** A short list as JSON, or an element that is too long for one, or one that is too large to be read: undefined. */
export type JsonPart = Uint8Array<ArrayBuffer> | LongElement | undefined;

/** An element one of whose members is a long list. */
export interface LongElement {
  /** A list of the element alone, without that member. */
  readonly rest: ListInParts;
  readonly member: string;
  readonly list: ListInParts;
}

/**
 * A list of somebody's JSON that stays in bytes: each walk makes its values anew, about a millisecond's at a time, so few
 * of them are in memory at once.
 */
export class JsonList implements Iterable<unknown> {
  readonly #parts: readonly JsonPart[];
  readonly length: number;

  constructor({ parts, length }: ListInParts) {
    this.#parts = parts;
    this.length = length;
  }

  /** Gives undefined, which no JSON has, for an element that is too large. */
  *[Symbol.iterator](): Generator<unknown, void> {
    for (const part of this.#parts)
      if (part instanceof Uint8Array) yield* readShort(part);
      else if (part === undefined) yield part;
      else yield* readLong(part);
  }
}

function readShort(part: Uint8Array): readonly unknown[] {
  const read: unknown = JSON.parse(new TextDecoder().decode(part));
  return Array.isArray(read) ? read : [];
}

function* readLong({ rest, member, list }: LongElement): Generator<unknown, void> {
  for (const one of new JsonList(rest))
    yield isRecord(one) ? { ...one, [member]: new JsonList(list) } : one;
}
