import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { Retired } from './retired';

/** A campaign or a creative with caps on how often a visitor sees it, and its campaign's terms of these. */
export interface CappedItem extends Pick<Campaign, 'showsToUnknownVisitors' | 'timeZone'> {
  readonly frequencyCaps: readonly string[];
}

/** Items with caps by their ids: those for sale, and for a while those that were. */
export class CappedItems {
  readonly #forSale = new Map<string, CappedItem>();
  readonly #retired = new Retired<CappedItem>();

  /** @param frequencyCaps null: it has none */
  set(id: string, frequencyCaps: Campaign['frequencyCaps'], campaign: Campaign): void {
    this.#retired.delete(id);
    const { showsToUnknownVisitors, timeZone } = campaign;
    if (frequencyCaps === null) this.#forSale.delete(id);
    else this.#forSale.set(id, { frequencyCaps, showsToUnknownVisitors, timeZone });
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
