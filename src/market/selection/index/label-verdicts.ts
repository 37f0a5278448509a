import type { CompiledLabels } from './compiled-labels';
import type { LabelSets } from './label-sets';

/**
 * Remembers for one request which sets of labels pass: thousands of candidates share a set.
 *
 * Saves 15 % of a find with a publisher's filter among 1,000 creatives, and up to half with choosy campaigns (bench
 * `selection --sites choosy`, P2). To be deleted when candidates are no longer checked one by one.
 */
export class LabelVerdicts {
  /** By set: `stamp * 2` plus whether it passes; other values are of earlier requests. */
  private verdicts: Float64Array<ArrayBuffer> = new Float64Array(0);
  private stamp = 0;

  constructor(
    private readonly sets: LabelSets['sets'],
    private readonly asked: CompiledLabels,
  ) {}

  /** To be called whenever something else is asked. */
  forget(): void {
    this.stamp += 1;
    if (this.verdicts.length < this.sets.length) {
      this.verdicts = new Float64Array(this.sets.length * 2);
    }
  }

  passes(set: number): boolean {
    const verdict = this.verdicts[set]!;
    if (verdict >= this.stamp * 2) return verdict > this.stamp * 2;
    const labels = this.sets[set]!;
    const passes = this.asked.isMetBy((label) => labels.includes(label));
    this.verdicts[set] = this.stamp * 2 + Number(passes);
    return passes;
  }
}
