const runLength = 4096;
const stepsBetweenLooks = 256;

/** Sorts what it is given, stably and in pieces, between which others may run. */
export class Sorter<T> {
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
      for (let i = 0; i < this.#runs.length; i += 2) {
        merged.push(yield* this.#merge(this.#runs[i]!, this.#runs[i + 1] ?? []));
      }
      this.#runs = merged;
    }
    return this.#runs[0] ?? [];
  }

  *#merge(first: readonly T[], second: readonly T[]): Generator<undefined, T[]> {
    const merged: T[] = [];
    const length = Math.min(first.length + second.length, this.#most);
    for (let [i, j] = [0, 0]; merged.length < length; ) {
      const isFirst =
        j >= second.length || (i < first.length && this.#order(first[i]!, second[j]!) <= 0);
      merged.push(isFirst ? first[i++]! : second[j++]!);
      if (merged.length % stepsBetweenLooks === 0 && this.#isDue()) yield undefined;
    }
    return merged;
  }
}
