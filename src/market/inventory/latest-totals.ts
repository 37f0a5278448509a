import type { ChangedResult, CreativeResult } from './creative-result.store';

export type Totals = Omit<CreativeResult, 'creativeId'>;

/** Of a creative without results. */
export const noTotals: Totals = {
  served: 0,
  impressions: 0,
  clicks: 0,
  conversions: 0,
  acceptedViews: 0,
  paid: 0,
};

/** Totals of the creatives that changed last, to be set in the order of their changes. */
export class LatestTotals {
  /** The one that changed longest ago stands first. */
  readonly #byCreative = new Map<string, { readonly totals: Totals; readonly updatedAt: Date }>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(creativeId: string): Totals {
    return this.#byCreative.get(creativeId)?.totals ?? noTotals;
  }

  set({ creativeId, updatedAt, ...totals }: ChangedResult): void {
    this.#byCreative.delete(creativeId);
    this.#byCreative.set(creativeId, { totals, updatedAt });
    if (this.#byCreative.size <= this.#max) return;
    for (const first of this.#byCreative.keys()) {
      this.#byCreative.delete(first);
      return;
    }
  }

  /** Forgets totals that last changed before this time. */
  forgetBefore(time: Date): void {
    for (const [creativeId, { updatedAt }] of this.#byCreative) {
      if (updatedAt >= time) return;
      this.#byCreative.delete(creativeId);
    }
  }
}
