/** So many values tell the median well enough, and are sorted in a fraction of a millisecond. */
const mostValues = 4_096;

/** Evenly chosen ones of many values: all of them while they are few. */
export class Sample {
  #values: number[] = [];
  #every = 1;
  #seen = 0;

  add(value: number): void {
    if (this.#seen % this.#every === 0) this.#values.push(value);
    this.#seen += 1;
    if (this.#values.length < mostValues) return;
    this.#values = this.#values.filter((_value, at) => at % 2 === 0);
    this.#every *= 2;
  }

  /** null: there are no values. */
  median(): number | null {
    const sorted = Float64Array.from(this.#values).sort();
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
  }
}
