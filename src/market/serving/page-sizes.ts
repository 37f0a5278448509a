import { fitsSize, type Sized } from '../selection/rules/size';
import { nearBoxOf } from './asked-selection';
import type { KnownPlacement } from './known-supply';

interface PageSizesOptions {
  /** All placements of the find. */
  readonly placements: readonly { readonly known: KnownPlacement }[];
  /** The creatives of a campaign that are for sale. */
  readonly creativesOf: (campaignId: string) => Iterable<Sized>;
}

/** The sizes of a find's placements: a campaign that lacks one of them cannot have all placements. */
export class PageSizes {
  /** Campaigns that were asked about. */
  readonly #known = new Map<string, boolean>();

  constructor(private readonly options: PageSizesOptions) {}

  /** Says that the campaign has a creative for each size, whatever else keeps the creative away. */
  areOf(campaignId: string): boolean {
    let areAll = this.#known.get(campaignId);
    if (areAll === undefined) {
      areAll = this.#areAllOf([...this.options.creativesOf(campaignId)]);
      this.#known.set(campaignId, areAll);
    }
    return areAll;
  }

  #areAllOf(creatives: readonly Sized[]): boolean {
    return this.options.placements.every(({ known: { scopes, placement } }) => {
      const imp = { scopes, nearBox: nearBoxOf(placement) };
      return creatives.some((creative) => fitsSize(creative, imp));
    });
  }
}
