import { numberRules } from './plan';

/** Marks by feature: 1 where page or visitor have it. */
export type Marks = Uint8Array<ArrayBuffer>;
/** A bound for each column of numbers. */
export type Bounds = Float64Array<ArrayBuffer>;

const columns = numberRules.length;
/** The place of the codes in a record: behind the numbers, of which each takes two words. */
const codesAt = columns * 2;

/**
 * The terms of candidates for rules of clauses, exclusions and numbers: kept once for all candidates that have the same,
 * as nearly all of a campaign do. A profile is named by the place where its record begins. A record has an even number of
 * 32-bit words, so that one visit to memory brings all of it: a number for each column as a double (numbers of `atMost`
 * rules are negative, so that all bounds are lower ones); for each clause the number of its features and these; 0; the
 * number of exclusions and these.
 */
export class Profiles {
  private readonly numbers: Float64Array<ArrayBuffer>;

  constructor(private readonly words: Uint32Array<ArrayBuffer>) {
    this.numbers = new Float64Array(words.buffer);
  }

  number(profile: number, column: number): number {
    return this.numbers[profile / 2 + column]!;
  }

  /** Says that every clause has a marked feature and no excluded feature is marked. */
  matches(profile: number, marks: Marks): boolean {
    const { words: codes } = this;
    let index = profile + codesAt;
    for (let count = codes[index]!; count !== 0; count = codes[index]!) {
      const end = index + 1 + count;
      index += 1;
      while (index < end && marks[codes[index]!] === 0) index += 1;
      if (index === end) return false;
      index = end;
    }
    const end = index + 2 + codes[index + 1]!;
    for (index += 2; index < end; index += 1) if (marks[codes[index]!] === 1) return false;
    return true;
  }

  isWithin(profile: number, bounds: Bounds): boolean {
    const { numbers } = this;
    const first = profile / 2;
    for (let column = 0; column < columns; column += 1) {
      if (!(numbers[first + column]! >= bounds[column]!)) return false;
    }
    return true;
  }

  /** Says that a clause names this very feature. */
  names(profile: number, feature: number): boolean {
    const { words: codes } = this;
    let index = profile + codesAt;
    for (let count = codes[index]!; count !== 0; count = codes[index]!) {
      const end = index + 1 + count;
      for (index += 1; index < end; index += 1) if (codes[index] === feature) return true;
    }
    return false;
  }

  /** Calls back for each feature: those of clauses, then those excluded. */
  forEach(
    profile: number,
    visitor: { required(feature: number): void; excluded(feature: number): void },
  ): void {
    const { words: codes } = this;
    let index = profile + codesAt;
    for (let count = codes[index]!; count !== 0; count = codes[index]!) {
      const end = index + 1 + count;
      for (index += 1; index < end; index += 1) visitor.required(codes[index]!);
    }
    const end = index + 2 + codes[index + 1]!;
    for (index += 2; index < end; index += 1) visitor.excluded(codes[index]!);
  }

  /** Bytes held. */
  get byteLength(): number {
    return this.words.byteLength;
  }
}
