import { GrowingArray } from './growing-array';

/** Candidates in a block, whose set is kept together: as a bitmap, or as a list where few are in it. */
export const blockSize = 1024;
export const wordsPerBlock = blockSize / 32;
/** With so many members the bitmap is faster than the list, though a little larger. */
const bitmapFrom = 48;
/** References of sets: the lowest bit tells bitmaps from lists. */
const none = 0xffff_ffff;
const sliceLength = 65_536;

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

  /** Whether any candidate has the code. */
  has(code: number): boolean {
    const { starts } = this.data;
    return code + 1 < starts.length && starts[code + 1]! > starts[code]!;
  }

  /** How many candidates have the code. */
  count(code: number): number {
    const { starts, references } = this.data;
    let count = 0;
    const words = new Int32Array(wordsPerBlock);
    for (let entry = starts[code]!; entry < starts[code + 1]!; entry += 1) {
      if (references[entry] === none) continue;
      words.fill(0);
      this.addTo(words, references[entry]!);
      count += words.reduce((sum, word) => sum + bitCount(word), 0);
    }
    return count;
  }

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

function bitCount(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Takes (code, place) pairs block after block and makes `Postings` of them. */
export class PostingsBuilder {
  /** By code: the latest pair of this block, plus 1; 0 if there is none. */
  private readonly heads: Uint32Array<ArrayBuffer>;
  private readonly nexts = new GrowingArray((length) => new Uint32Array(length), blockSize * 8);
  private readonly places = new GrowingArray((length) => new Uint16Array(length), blockSize * 8);
  private readonly touched = new GrowingArray((length) => new Uint32Array(length), blockSize);
  private readonly entryCodes = new GrowingArray((length) => new Uint32Array(length), 1024);
  private readonly entryBlocks = new GrowingArray((length) => new Uint16Array(length), 1024);
  private readonly entryReferences = new GrowingArray((length) => new Uint32Array(length), 1024);
  private readonly bitmaps = new GrowingArray((length) => new Int32Array(length), 1024);
  private readonly lists = new GrowingArray((length) => new Uint16Array(length), 1024);
  private blockCount = 0;

  constructor(private readonly codeCount: number) {
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
    const codes = this.touched.reserve(0);
    for (let index = 0; index < this.touched.length; index += 1) {
      const code = codes[index]!;
      this.entryCodes.push(code);
      this.entryBlocks.push(this.blockCount);
      this.entryReferences.push(this.store(this.heads[code]!));
      this.heads[code] = 0;
    }
    this.touched.length = 0;
    this.nexts.length = 0;
    this.places.length = 0;
    this.blockCount += 1;
  }

  private store(head: number): number {
    const nexts = this.nexts.reserve(0);
    const places = this.places.reserve(0);
    let count = 0;
    for (let pair = head; pair !== 0; pair = nexts[pair - 1]!) count += 1;
    if (count < bitmapFrom) {
      const first = this.lists.length;
      const lists = this.lists.reserve(count + 1);
      lists[first] = count;
      let index = first + 1;
      for (let pair = head; pair !== 0; pair = nexts[pair - 1]!) {
        lists[index] = places[pair - 1]!;
        index += 1;
      }
      this.lists.length = index;
      return first * 2;
    }
    const first = this.bitmaps.length;
    const bitmaps = this.bitmaps.reserve(wordsPerBlock);
    for (let pair = head; pair !== 0; pair = nexts[pair - 1]!) {
      const place = places[pair - 1]!;
      bitmaps[first + (place >>> 5)]! |= 1 << place;
    }
    this.bitmaps.length += wordsPerBlock;
    return (first / wordsPerBlock) * 2 + 1;
  }

  /** In slices, one for each `next()`. */
  *finish(): Generator<undefined, Postings> {
    const starts = yield* this.entryStarts();
    const total = starts[this.codeCount]!;
    const blocks = new Uint16Array(total);
    const references = new Uint32Array(total).fill(none);
    const ends = starts.slice();
    const codes = this.entryCodes.reserve(0);
    for (let entry = 0; entry < this.entryCodes.length; entry += 1) {
      const code = codes[entry]!;
      const block = this.entryBlocks.reserve(0)[entry]!;
      const isFull = starts[code + 1]! - starts[code]! === this.blockCount;
      const index = isFull ? starts[code]! + block : ends[code]!;
      ends[code] = index + 1;
      blocks[index] = block;
      references[index] = this.entryReferences.reserve(0)[entry]!;
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
  private *entryStarts(): Generator<undefined, Uint32Array<ArrayBuffer>> {
    const starts = new Uint32Array(this.codeCount + 1);
    const codes = this.entryCodes.reserve(0);
    for (let entry = 0; entry < this.entryCodes.length; entry += 1) {
      starts[codes[entry]! + 1]! += 1;
      if (entry % sliceLength === 0) yield;
    }
    for (let code = 0; code < this.codeCount; code += 1) {
      const count = starts[code + 1]!;
      starts[code + 1] = starts[code]! + (count * 2 >= this.blockCount ? this.blockCount : count);
    }
    return starts;
  }
}
