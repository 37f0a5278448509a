import { deserialize } from 'node:v8';

/**
 * A list of somebody's JSON that stays in bytes: each walk makes its values anew, about a millisecond's at a time, so few
 * of them are in memory at once; an element of the list is made as a whole.
 */
export class JsonList implements Iterable<unknown> {
  constructor(
    /** Short lists as `v8.serialize` writes them. */
    private readonly parts: readonly Uint8Array[],
    readonly length: number,
  ) {}

  *[Symbol.iterator](): Generator<unknown, void> {
    for (const part of this.parts) {
      const read: unknown = deserialize(part);
      if (Array.isArray(read)) yield* read;
    }
  }
}
