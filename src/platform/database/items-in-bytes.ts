import mongoose from 'mongoose';

const { deserialize, serialize } = mongoose.mongo.BSON;

/** Items that are made of bytes at once: about a millisecond's. */
const itemsOfPart = 100;

/**
 * Items in parts that stay in bytes: collections of garbage copy objects that wait for long, and finds wait for collections.
 * Each walk makes the items anew, a part at a time. BSON keeps all that the database keeps; `v8.serialize` would keep, until a
 * full collection, what it has written.
 */
export class ItemsInBytes<Item extends object> implements Iterable<readonly Item[]> {
  readonly #parts: Uint8Array[] = [];
  #open: Item[] = [];

  get length(): number {
    return this.#parts.length * itemsOfPart + this.#open.length;
  }

  add(item: Item): void {
    this.#open.push(item);
    if (this.#open.length < itemsOfPart) return;
    this.#parts.push(serialize({ items: this.#open }));
    this.#open = [];
  }

  *[Symbol.iterator](): Generator<readonly Item[], void> {
    // `add` has written them.
    for (const part of this.#parts)
      yield deserialize(part, { useBigInt64: true })['items'] as readonly Item[];
    if (this.#open.length > 0) yield this.#open;
  }
}
