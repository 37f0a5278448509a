import { GrowingArray } from './growing-array';

/** Candidates in a block, whose set is kept together: as a bitmap, or as a list where few are in it. */
export const blockSize = 1024;
export const wordsPerBlock = blockSize / 32;
/** With so many members the bitmap is faster than the list, though a little larger. */
const bitmapFrom = 48;
/** References of sets: the lowest bit tells bitmaps from lists. */
const none = 0xffff_ffff;
const sliceLength = 32_768;

/** A set of candidates of one block; all its words together are `wordsPerBlock`. */
export type BlockWords = Int32Array<ArrayBuffer>;

/**
 * For each code (a feature, a dimension, a keyword) and each block of 1024 candidates the set of the
 * candidates that have it. Blocks where nobody has it cost nothing.
 */
export class Postings {
  constructor(
    private readonly data: {
      readonly blockCount: number;
      /** By code: where its entries begin; one more than there are codes. */
      readonly starts: Uint32Array<ArrayBuffer>;
      readonly blocks: Uint16Array<ArrayBuffer>;
      readonly references: Uint32Array<ArrayBuffer>;
      readonly bitmaps: Int32Array<ArrayBuffer>;
      /** Lists: their length, then the places in the block. */
      readonly lists: Uint16Array<ArrayBuffer>;
    },
  ) {}

  /** The set's reference, or -1 if nobody in the block has the code. */
  find(code: number, block: number): number {
    const { starts, blocks, references, blockCount } = this.data;
    if (code + 1 >= starts.length) return -1;
    let low = starts[code]!;
    const end = starts[code + 1]!;
    if (end - low === blockCount) {
      const reference = references[low + block]!;
      return reference === none ? -1 : reference;
    }
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

  /** Removes the set's members from `words`, but those that are in `spared`. */
  removeFrom(words: BlockWords, reference: number, spared: BlockWords | null): void {
    const { bitmaps, lists } = this.data;
    if (reference & 1) {
      const first = (reference >>> 1) * wordsPerBlock;
      for (let word = 0; word < wordsPerBlock; word += 1) {
        words[word]! &= ~bitmaps[first + word]! | (spared ? spared[word]! : 0);
      }
      return;
    }
    const first = reference >>> 1;
    const end = first + lists[first]!;
    for (let index = first + 1; index <= end; index += 1) {
      const place = lists[index]!;
      if (spared && (spared[place >>> 5]! >>> place) & 1) continue;
      words[place >>> 5]! &= ~(1 << place);
    }
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

/** Takes (code, place) pairs block after block and makes `Postings` of them. */
export class PostingsBuilder {
  /** By code: how many candidates have it. */
  readonly counts: Uint32Array<ArrayBuffer>;
  /** By code: the latest pair of this block, plus 1; 0 if there is none. */
  private readonly heads: Uint32Array<ArrayBuffer>;
  /** By pair of this block: the code's pair before it, plus 1, and the place. */
  private readonly nexts = new GrowingArray((length) => new Uint32Array(length));
  private readonly places = new GrowingArray((length) => new Uint16Array(length));
  /** Codes of this block. */
  private readonly touched = new GrowingArray((length) => new Uint32Array(length));
  private readonly entryCodes = new GrowingArray((length) => new Uint32Array(length));
  private readonly entryBlocks = new GrowingArray((length) => new Uint16Array(length));
  private readonly entryReferences = new GrowingArray((length) => new Uint32Array(length));
  private readonly bitmaps = new GrowingArray((length) => new Int32Array(length));
  private readonly lists = new GrowingArray((length) => new Uint16Array(length));
  private readonly scratch: BlockWords = new Int32Array(wordsPerBlock);
  private blockCount = 0;

  constructor(private readonly codeCount: number) {
    this.counts = new Uint32Array(codeCount);
    this.heads = new Uint32Array(codeCount);
  }

  /** Notes that the candidate at this place of the present block has the code. */
  add(code: number, place: number): void {
    const head = this.heads[code]!;
    if (head === 0) this.touched.push(code);
    this.nexts.push(head);
    this.places.push(place);
    this.heads[code] = this.places.length;
  }

  /** Closes the present block. */
  endBlock(): void {
    for (let index = 0; index < this.touched.length; index += 1) {
      const code = this.touched.get(index);
      this.entryCodes.push(code);
      this.entryBlocks.push(this.blockCount);
      this.entryReferences.push(this.store(code));
      this.heads[code] = 0;
    }
    this.touched.clear();
    this.nexts.clear();
    this.places.clear();
    this.blockCount += 1;
  }

  /** Keeps the present block's set of the code. */
  private store(code: number): number {
    const head = this.heads[code]!;
    let count = 0;
    for (let pair = head; pair !== 0; pair = this.nexts.get(pair - 1)) count += 1;
    this.counts[code]! += count;
    return count < bitmapFrom ? this.storeList(head, count) : this.storeBitmap(head);
  }

  private storeList(head: number, count: number): number {
    const first = this.lists.length;
    this.lists.push(count);
    for (let pair = head; pair !== 0; pair = this.nexts.get(pair - 1)) {
      this.lists.push(this.places.get(pair - 1));
    }
    return first * 2;
  }

  private storeBitmap(head: number): number {
    const words = this.scratch.fill(0);
    for (let pair = head; pair !== 0; pair = this.nexts.get(pair - 1)) {
      const place = this.places.get(pair - 1);
      words[place >>> 5]! |= 1 << place;
    }
    const first = this.bitmaps.length;
    for (let word = 0; word < wordsPerBlock; word += 1) this.bitmaps.push(words[word]!);
    return (first / wordsPerBlock) * 2 + 1;
  }

  /** In slices, one for each `next()`. */
  *finish(): Generator<undefined, Postings> {
    const { starts, total } = yield* this.entryStarts();
    const blocks = new Uint16Array(total);
    const references = new Uint32Array(total).fill(none);
    const ends = starts.slice();
    for (let entry = 0; entry < this.entryCodes.length; entry += 1) {
      const code = this.entryCodes.get(entry);
      const block = this.entryBlocks.get(entry);
      const isFull = starts[code + 1]! - starts[code]! === this.blockCount;
      const index = isFull ? starts[code]! + block : ends[code]!;
      ends[code] = index + 1;
      blocks[index] = block;
      references[index] = this.entryReferences.get(entry);
      if (entry % sliceLength === 0) yield;
    }
    return new Postings({
      blockCount: this.blockCount,
      starts,
      blocks,
      references,
      bitmaps: yield* this.bitmaps.finish(),
      lists: yield* this.lists.finish(),
    });
  }

  /** Codes that occur in half of the blocks or more get a place for each, to be found without search. */
  private *entryStarts() {
    const starts = new Uint32Array(this.codeCount + 1);
    for (let entry = 0; entry < this.entryCodes.length; entry += 1) {
      starts[this.entryCodes.get(entry) + 1]! += 1;
      if (entry % sliceLength === 0) yield;
    }
    for (let code = 0; code < this.codeCount; code += 1) {
      const count = starts[code + 1]!;
      starts[code + 1] = starts[code]! + (count * 2 >= this.blockCount ? this.blockCount : count);
    }
    return { starts, total: starts[this.codeCount]! };
  }
}
