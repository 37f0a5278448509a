import { priceClassOf } from '../outcomes/winning-price';

/** One find that was replayed. */
export interface ReplayedOutcome {
  /** Finds that it stands for. Other numbers of finds are of all of these. */
  readonly weight: number;
  readonly publisher: string;
  /** True where the server knew the visitor again. */
  readonly isTracked: boolean;
  /** null: the campaign could not be shown there. */
  readonly fit: {
    /** USD for 1,000 views that the best of the others bids; 0: nobody. */
    readonly rivalRpm: number;
    /** With money left for it or without. */
    readonly won: number;
  } | null;
  /** Those won that the budgets pay; default: none. */
  readonly paid?: number;
  /** USD. */
  readonly cost?: number;
}

/** The results of a replay, in finds of the whole time. */
export class ReplayCount {
  /** Finds of the sample. */
  sampled = 0;
  /** Finds of the sample that the campaign could be shown at. */
  sampledFits = 0;
  readonly publishers = new Set<string>();
  readonly publishersOfFits = new Set<string>();
  finds = 0;
  /** Those whose visitors the server did not know. */
  untracked = 0;
  fits = 0;
  won = 0;
  paid = 0;
  /** USD. */
  cost = 0;
  /** Finds by the class of the price that others bid. */
  readonly prices = new Map<number, number>();

  add({ weight, publisher, isTracked, fit, paid = 0, cost = 0 }: ReplayedOutcome): void {
    this.sampled += 1;
    this.publishers.add(publisher);
    this.finds += weight;
    if (!isTracked) this.untracked += weight;
    if (!fit) return;
    this.sampledFits += 1;
    this.publishersOfFits.add(publisher);
    this.fits += weight;
    this.won += fit.won;
    this.paid += paid;
    this.cost += cost;
    const priceClass = priceClassOf(fit.rivalRpm) ?? -Infinity;
    this.prices.set(priceClass, (this.prices.get(priceClass) ?? 0) + weight);
  }
}
