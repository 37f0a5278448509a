import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { Retired } from './retired';

/** A campaign or a creative with caps on how often a visitor sees it, and its campaign's terms of these. */
export interface CappedItem {
  readonly frequencyCaps: readonly string[];
  /** The campaign's: hours, days and weeks of the caps are of it. */
  readonly timeZone: string;
  /** Unix milliseconds from which this process counts offers of the item: those before are not among the counts. */
  readonly since: number;
}

/** Offers tell their time in quarters of a second: one of the same quarter counts as one behind. */
const quarterSecondOf = (at: Date): number => Math.floor(at.getTime() / 250) * 250;

/** Items with caps by their ids: those for sale, and for a while those that were. */
export class CappedItems {
  readonly #forSale = new Map<string, CappedItem>();
  readonly #retired = new Retired<CappedItem>();

  constructor(private readonly now: () => Date) {}

  /** @param frequencyCaps null: it has none */
  set(
    id: string,
    frequencyCaps: Campaign['frequencyCaps'],
    { timeZone }: Pick<Campaign, 'timeZone'>,
  ): void {
    const since = this.find(id)?.since ?? quarterSecondOf(this.now());
    this.#retired.delete(id);
    if (frequencyCaps === null) this.#forSale.delete(id);
    else this.#forSale.set(id, { frequencyCaps, timeZone, since });
  }

  /** Views of the item still come. */
  retire(id: string): void {
    const item = this.#forSale.get(id);
    if (!item) return;
    this.#forSale.delete(id);
    this.#retired.add(id, item);
  }

  get isEmpty(): boolean {
    return this.#forSale.size === 0;
  }

  /** null: it has no caps. */
  find(id: string): CappedItem | null {
    return this.#forSale.get(id) ?? this.#retired.get(id);
  }
}
