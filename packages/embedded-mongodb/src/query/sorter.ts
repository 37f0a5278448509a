import type { Doc, Value } from '../bson/values';
import { mongoError } from '../errors';
import type { Sort } from './sort';

const maxSortBytes = 100 << 20;
const runLength = 4096;
const stepsBetweenLooks = 256;

/** Sorts what it is given, stably and in pieces, between which others may run. */
export class Sorter<T extends object> {
  readonly #order: (a: T, b: T) => number;
  readonly #most: number;
  readonly #isDue: () => boolean;
  /** Sorted, in the order of their arrival. */
  #runs: T[][] = [];
  #current: T[] = [];

  /**
   * @param most how many of the first are wanted
   * @param isDue whether it is time to let others run
   */
  constructor(order: (a: T, b: T) => number, most: number, isDue: () => boolean) {
    this.#order = order;
    this.#most = most;
    this.#isDue = isDue;
  }

  add(entry: T): void {
    this.#current.push(entry);
    if (this.#current.length >= runLength) this.#endRun();
  }

  #endRun(): void {
    this.#runs.push(this.#current.sort(this.#order).slice(0, this.#most));
    this.#current = [];
  }

  /** Brings what was added in order, and forgets what is not wanted; yields where a pause is due. */
  *settle(): Generator<undefined, readonly T[]> {
    this.#endRun();
    while (this.#runs.length > 1) {
      const merged: T[][] = [];
      for (const [i, run] of this.#runs.entries()) {
        if (i % 2 === 0) merged.push(yield* this.#merge(run, this.#runs[i + 1] ?? []));
      }
      this.#runs = merged;
    }
    return this.#runs[0] ?? [];
  }

  *#merge(first: readonly T[], second: readonly T[]): Generator<undefined, T[]> {
    const merged: T[] = [];
    const length = Math.min(first.length + second.length, this.#most);
    let [i, j] = [0, 0];
    while (merged.length < length) {
      const one = first[i];
      const other = second[j];
      if (one !== undefined && (other === undefined || this.#order(one, other) <= 0)) {
        merged.push(one);
        i += 1;
      } else if (other !== undefined) {
        merged.push(other);
        j += 1;
      }
      if (merged.length % stepsBetweenLooks === 0 && this.#isDue()) yield undefined;
    }
    return merged;
  }
}

/** How `sorted` keeps what it sorts. */
export interface SortOptions<T extends object> {
  /** How many of the first are wanted. */
  readonly most: number;
  /** Says that it is time to let others run. */
  readonly isDue: () => boolean;
  /** Gives what is held of an item, the document that it sorts by, and about how many bytes are held. */
  readonly entryOf: (item: T) => { readonly held: T; readonly doc: Doc; readonly bytes: number };
}

interface Entry<T> {
  readonly item: T;
  readonly bytes: number;
  readonly values: readonly (Value | undefined)[];
}

/**
 * Sorts stably in memory, holding little more than twice what is wanted. `undefined` among the items is
 * passed on, and comes where a pause is due.
 *
 * @throws {MongoError} QueryExceededMemoryLimitNoDiskUseAllowed (292) above 100 MiB
 */
export function* sorted<T extends object>(
  items: Iterable<T | undefined>,
  sort: Sort,
  { most, isDue, entryOf }: SortOptions<T>,
): Generator<T | undefined, void> {
  let [size, length] = [0, 0];
  const order = (a: Entry<T>, b: Entry<T>): number => sort.compareKeys(a.values, b.values);
  const sorter = new Sorter(order, most, isDue);
  for (const item of items) {
    if (item === undefined) {
      yield undefined;
      continue;
    }
    const { held, doc, bytes } = entryOf(item);
    sorter.add({ item: held, bytes, values: sort.valuesOf(doc) });
    length += 1;
    size += bytes;
    if (length >= 2 * most + 1000) {
      const kept = yield* sorter.settle();
      length = kept.length;
      size = kept.reduce((sum, entry) => sum + entry.bytes, 0);
    }
    if (size > maxSortBytes) {
      throw mongoError(
        'QueryExceededMemoryLimitNoDiskUseAllowed',
        `Sort exceeded memory limit of ${maxSortBytes} bytes`,
      );
    }
  }
  for (const { item } of yield* sorter.settle()) {
    yield item;
    if (isDue()) yield undefined;
  }
}
