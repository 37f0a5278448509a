/** Candidates in a block, whose set is kept together: as a bitmap, or as a list where few are in it. */
export const blockSize = 1024;
export const wordsPerBlock = blockSize / 32;

/** A set of candidates of one block; all its words together are `wordsPerBlock`. */
export type BlockWords = Int32Array<ArrayBuffer>;

/**
 * For each code (a feature, a dimension, a label) and each block of 1024 candidates the set of the
 * candidates that have it. Blocks where nobody has it cost nothing.
 */
export class Postings {
  constructor(
    private readonly data: {
      /** By code: where its entries begin; one more than there are codes. */
      readonly starts: Uint32Array<ArrayBuffer>;
      readonly blocks: Uint16Array<ArrayBuffer>;
      /** The lowest bit tells bitmaps from lists. */
      readonly references: Uint32Array<ArrayBuffer>;
      readonly bitmaps: Int32Array<ArrayBuffer>;
      /** Lists: their length, then the places in the block. */
      readonly lists: Uint16Array<ArrayBuffer>;
    },
  ) {}

  /** The set's reference, or -1 if nobody in the block has the code. */
  find(code: number, block: number): number {
    const { starts, blocks, references } = this.data;
    if (code + 1 >= starts.length) return -1;
    let low = starts[code]!;
    const end = starts[code + 1]!;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (blocks[middle]! < block) low = middle + 1;
      else high = middle;
    }
    return low < end && blocks[low] === block ? references[low]! : -1;
  }

  /** Adds the set's members to `words`. */
  addTo(words: BlockWords, reference: number): void {
    const { bitmaps, lists } = this.data;
    if (reference & 1) {
      const first = (reference >>> 1) * wordsPerBlock;
      for (let word = 0; word < wordsPerBlock; word += 1) words[word]! |= bitmaps[first + word]!;
      return;
    }
    const first = reference >>> 1;
    const end = first + lists[first]!;
    for (let index = first + 1; index <= end; index += 1) {
      const place = lists[index]!;
      words[place >>> 5]! |= 1 << place;
    }
  }

  /**
   * Removes the set's members from `words`, but those that are in `spared`.
   * @returns whether anybody is left
   */
  removeFrom(words: BlockWords, reference: number, spared: BlockWords | null): boolean {
    const { bitmaps, lists } = this.data;
    let any = 0;
    if (reference & 1) {
      const first = (reference >>> 1) * wordsPerBlock;
      for (let word = 0; word < wordsPerBlock; word += 1) {
        any |= words[word]! &= ~bitmaps[first + word]! | (spared ? spared[word]! : 0);
      }
      return any !== 0;
    }
    const first = reference >>> 1;
    const end = first + lists[first]!;
    for (let index = first + 1; index <= end; index += 1) {
      const place = lists[index]!;
      if (spared && (spared[place >>> 5]! >>> place) & 1) continue;
      words[place >>> 5]! &= ~(1 << place);
    }
    for (let word = 0; word < wordsPerBlock; word += 1) any |= words[word]!;
    return any !== 0;
  }

  /** Bytes held. */
  get byteLength(): number {
    const { starts, blocks, references, bitmaps, lists } = this.data;
    return [starts, blocks, references, bitmaps, lists].reduce(
      (sum, array) => sum + array.byteLength,
      0,
    );
  }
}
