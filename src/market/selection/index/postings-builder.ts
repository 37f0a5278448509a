import { GrowingArray } from './growing-array';
import { type BlockWords, Postings, wordsPerBlock } from './postings';

/**
 * With so many members the bitmap is faster than the list, though a little larger. Lists for the others save 125 bytes of
 * 227 for each creative (bench `selection`, P4-build). To be deleted when those bytes do not matter.
 */
const bitmapFrom = 48;
const sliceLength = 32_768;

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
    const total = this.entryCodes.length;
    const starts = yield* this.entryStarts();
    const blocks = new Uint16Array(total);
    const references = new Uint32Array(total);
    const ends = starts.slice();
    for (let entry = 0; entry < total; entry += 1) {
      const code = this.entryCodes.get(entry);
      const index = ends[code]!;
      ends[code] = index + 1;
      blocks[index] = this.entryBlocks.get(entry);
      references[index] = this.entryReferences.get(entry);
      if (entry % sliceLength === 0) yield;
    }
    return new Postings({
      starts,
      blocks,
      references,
      bitmaps: yield* this.bitmaps.finish(),
      lists: yield* this.lists.finish(),
    });
  }

  /** The first place of each code's entries. */
  private *entryStarts(): Generator<undefined, Uint32Array<ArrayBuffer>> {
    const starts = new Uint32Array(this.codeCount + 1);
    for (let entry = 0; entry < this.entryCodes.length; entry += 1) {
      starts[this.entryCodes.get(entry) + 1]! += 1;
      if (entry % sliceLength === 0) yield;
    }
    for (let code = 0; code < this.codeCount; code += 1) starts[code + 1]! += starts[code]!;
    return starts;
  }
}
