import type { SelectionInput } from '../rule';
import type { Targeting } from '../types';
import type { Dictionary } from './dictionary';
import { featureSpaces } from './plan';
import type { Marks } from './profiles';

interface Marked {
  readonly space: number;
  readonly targeting: Targeting;
  /** How many features were present before. */
  readonly before: number;
}

/**
 * The features that page, visitor and placement have, in numbers. What the placements of a request share is looked up
 * once, as long as they hand over the same maps: of a find with three placements that saves 2 µs, which is a quarter of
 * its selection and 4% of the whole (bench `find`, P1). To be deleted when P1 has room for that, or requests have one
 * placement.
 */
export class PresentFeatures {
  /** Marks by feature. */
  marks: Marks = new Uint8Array(0);
  readonly list: number[] = [];
  /** The same by dimension. */
  readonly byDimension: number[][] = [];
  private readonly marked: Marked[] = [];
  private codeCount = 0;

  constructor(private readonly dictionary: Dictionary) {}

  compile(input: SelectionInput): void {
    if (this.codeCount !== this.dictionary.codeCount) this.grow();
    let known = 0;
    for (let space = 0; space < featureSpaces.length; space += 1) {
      for (const targeting of featureSpaces[space]!(input)) {
        if (!this.isMarked(known, space, targeting)) {
          this.forgetFrom(known);
          this.mark(space, targeting);
        }
        known += 1;
      }
    }
    this.forgetFrom(known);
  }

  private isMarked(position: number, space: number, targeting: Targeting): boolean {
    const known = this.marked[position];
    return known?.targeting === targeting && known.space === space;
  }

  /** Candidates that came since speak of more features. */
  private grow(): void {
    this.forgetFrom(0);
    this.codeCount = this.dictionary.codeCount;
    if (this.marks.length < this.codeCount) this.marks = new Uint8Array(this.codeCount * 2);
    while (this.byDimension.length < this.dictionary.dimensionCount) this.byDimension.push([]);
  }

  private mark(space: number, targeting: Targeting): void {
    this.marked.push({ space, targeting, before: this.list.length });
    for (const [key, values] of targeting) {
      const dimension = this.dictionary.dimension(space, key);
      if (!dimension) continue;
      for (const value of values) {
        const feature = dimension.codes.get(value);
        if (feature === undefined || this.marks[feature] === 1) continue;
        this.marks[feature] = 1;
        this.list.push(feature);
        this.byDimension[dimension.id]!.push(feature);
      }
    }
  }

  /** Takes back what was marked last. */
  private forgetFrom(position: number): void {
    const first = this.marked[position];
    if (!first) return;
    while (this.list.length > first.before) {
      const feature = this.list.pop()!;
      this.marks[feature] = 0;
      this.byDimension[this.dictionary.dimensionOf(feature)]!.pop();
    }
    while (this.marked.length > position) this.marked.pop();
  }
}
