import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { Inventory } from '../inventory/inventory';
import type { Imp } from '../selection/types';
import type { BidRequestImp } from './bid-request';
import type { KnownPlacement } from './known-supply';
import { PageSizes } from './page-sizes';

/** So many campaigns may try for all placements of a request: the work of a find stays bounded. */
export const mostAttempts = 3;

type Asked = Pick<Imp, 'onlyCreativeIds' | 'roadblockCreativeIds'>;

/** The campaigns of a request that want all of its placements, or none. */
export class Roadblocks {
  /** Campaigns that cannot have all placements. */
  readonly #refused = new Set<string>();
  #areAllRefused = false;
  /** The placement that such a campaign must win; null: none may win. */
  #first: BidRequestImp | null = null;
  /** The campaign that has won the first placement, and so has all of them; null: none. */
  #holder: string | null = null;

  /** null: no campaign that wants all placements was about to win. */
  #sizes: PageSizes | null = null;

  /** @param placements all of the request */
  constructor(
    private readonly inventory: Pick<Inventory, 'roadblockOf' | 'creativeIdsOf' | 'creativesOf'>,
    private readonly placements: readonly { readonly known: KnownPlacement }[],
  ) {}

  /** To be called before the placements are chosen. */
  begin(first: BidRequestImp | null): void {
    this.#first = first;
    this.#holder = null;
  }

  /** Notes the campaign that has won a placement. */
  noteWinner(imp: BidRequestImp, { id, roadblock }: Campaign): void {
    if (imp === this.#first && roadblock) this.#holder = id;
  }

  /** Says that nobody has all placements, or that all of them are filled; else they are to be chosen anew. */
  isKept(areFilled: boolean): boolean {
    if (this.#holder === null || areFilled) return true;
    this.refuse(this.#holder);
    return false;
  }

  /** From now on the campaign wins nothing of this request. */
  refuse(campaignId: string): void {
    this.#refused.add(campaignId);
  }

  /** From now on none wins, however many are for sale. */
  refuseAll(): void {
    this.#areAllRefused = true;
  }

  askOf(imp: BidRequestImp): Asked {
    const mayTry = !this.#areAllRefused && this.#refused.size < mostAttempts;
    const isFirst = imp === this.#first && mayTry;
    const holder = this.#holder;
    return {
      onlyCreativeIds:
        holder === null || imp === this.#first ? undefined : this.inventory.creativeIdsOf(holder),
      roadblockCreativeIds: {
        has: (creativeId) => {
          const campaignId = this.inventory.roadblockOf.get(creativeId);
          if (campaignId === undefined || campaignId === holder) return false;
          return !isFirst || this.#refused.has(campaignId) || !this.#hasAllSizes(campaignId);
        },
      },
    };
  }

  /** A campaign that lacks a size is no attempt. */
  #hasAllSizes(campaignId: string): boolean {
    const { inventory, placements } = this;
    const creativesOf = (id: string) => inventory.creativesOf(id);
    this.#sizes ??= new PageSizes({ placements, creativesOf });
    return this.#sizes.areOf(campaignId);
  }
}
