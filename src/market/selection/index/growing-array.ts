type Numbers =
  | Uint16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

const chunkBits = 15;
const chunkLength = 2 ** chunkBits;
const chunkMask = chunkLength - 1;

/**
 * Numbers written from front to back, however many there will be. Grows by chunks instead of copying, so
 * that no single step takes long and little memory is claimed at once.
 *
 * Makes the longest step of a rebuild four times shorter than plain arrays do; the build as a whole takes as long (bench
 * `selection`, P4-rebuild). To be deleted when an index is built in a thread of its own.
 */
export class GrowingArray<T extends Numbers> {
  private chunks: T[] = [];
  private written = 0;

  constructor(private readonly create: (length: number) => T) {}

  get length(): number {
    return this.written;
  }

  get(index: number): number {
    return this.chunks[index >>> chunkBits]![index & chunkMask]!;
  }

  /** Changes what was written before. */
  set(index: number, value: number): void {
    this.chunks[index >>> chunkBits]![index & chunkMask] = value;
  }

  push(value: number): void {
    const index = this.written;
    if ((index & chunkMask) === 0 && index >>> chunkBits === this.chunks.length) {
      this.chunks.push(this.create(chunkLength));
    }
    this.chunks[index >>> chunkBits]![index & chunkMask] = value;
    this.written += 1;
  }

  /** Begins anew, keeping the room. */
  clear(): void {
    this.written = 0;
  }

  /** Puts all that was written into one array, and empties itself. In slices, one for each `next()`. */
  *finish(): Generator<undefined, T> {
    const exact = this.create(this.written);
    for (const [position, chunk] of this.chunks.entries()) {
      const start = position * chunkLength;
      exact.set(chunk.subarray(0, Math.max(0, Math.min(chunkLength, this.written - start))), start);
      this.chunks[position] = this.create(0);
      yield;
    }
    this.chunks = [];
    this.written = 0;
    return exact;
  }
}
