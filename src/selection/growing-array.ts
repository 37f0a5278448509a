/** Elements copied in one slice of work. */
const sliceLength = 262_144;

type Numbers =
  | Uint16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** A typed array that is written from front to back and grows as needed. */
export class GrowingArray<T extends Numbers> {
  length = 0;
  private array: T;

  constructor(
    private readonly create: (length: number) => T,
    expectedLength: number,
  ) {
    this.array = create(Math.max(expectedLength, 64));
  }

  /** What is written so far and room for `count` more; good until the next call. */
  reserve(count: number): T {
    if (this.length + count > this.array.length) {
      const grown = this.create(Math.max(this.array.length * 2, this.length + count));
      grown.set(this.array);
      this.array = grown;
    }
    return this.array;
  }

  push(value: number): void {
    this.reserve(1)[this.length] = value;
    this.length += 1;
  }

  /** What is written, in an array of exactly that length. In slices, one for each `next()`. */
  *finish(): Generator<undefined, T> {
    const exact = this.create(this.length);
    for (let from = 0; from < this.length; from += sliceLength) {
      exact.set(this.array.subarray(from, Math.min(from + sliceLength, this.length)), from);
      yield;
    }
    return exact;
  }
}
