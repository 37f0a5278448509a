const bytesOfBlock = 2 ** 16;

/** Bytes that come in pieces of any size. Each block has a buffer of its own, which a thread can take over. */
export class Blocks {
  readonly #blocks: Uint8Array<ArrayBuffer>[] = [];
  #free = new Uint8Array(0);

  add(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; ) {
      if (this.#free.length === 0) {
        this.#free = new Uint8Array(bytesOfBlock);
        this.#blocks.push(this.#free);
      }
      const some = piece.subarray(at, at + this.#free.length);
      this.#free.set(some);
      this.#free = this.#free.subarray(some.length);
      at += some.length;
    }
  }

  /** All that was added so far. */
  all(): readonly Uint8Array<ArrayBuffer>[] {
    const last = this.#blocks.at(-1);
    if (last === undefined) return [];
    return [...this.#blocks.slice(0, -1), last.subarray(0, last.length - this.#free.length)];
  }
}
