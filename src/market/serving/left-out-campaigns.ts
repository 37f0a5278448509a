import { isOnOwnSite } from '../events/event-token';
import type { Inventory } from '../inventory/inventory';
import type { Imp } from '../selection/types';
import type { KnownPlacement } from './known-supply';
import type { OffersBefore } from './unseen-offers';

type Bounds = Pick<OffersBefore, 'isAtBound'>;

/** Campaigns that are named where a placement stays empty. */
const mostDetails = 5;

/** The campaigns of a request that would have won, and may not: they have no money, or too many unseen offers. */
export class LeftOutCampaigns {
  readonly ids = new Set<string>();
  /** null: nobody has too many unseen offers, as far as is known. */
  private bounds: Bounds | null = null;

  constructor(private readonly inventory: Pick<Inventory, 'findCampaign'>) {}

  add(campaignIds: Iterable<string>): void {
    for (const id of campaignIds) this.ids.add(id);
  }

  /** From now on campaigns that have too many unseen offers are left out as they are about to win. */
  bindBy(bounds: Bounds): void {
    this.bounds = bounds;
  }

  /** Leaves campaigns out of an imp. Asks about the bounds of those alone that are about to win, as about caps. */
  outOf(asked: Imp, { placement: { publisherId } }: KnownPlacement): Imp {
    const { bounds, ids, inventory } = this;
    if (bounds === null) return asked;
    const { cappedCampaignIds: capped, chosenBefore } = asked;
    const isAtBound = (id: string): boolean => {
      const campaign = inventory.findCampaign(id);
      if (campaign === null || isOnOwnSite({ advertiserId: campaign.advertiserId, publisherId }))
        return false;
      const won = (chosenBefore ?? []).filter(({ campaignId }) => campaignId === id).length;
      if (!bounds.isAtBound(campaign, won)) return false;
      ids.add(id);
      return true;
    };
    const has = (id: string) => ids.has(id) || capped?.has(id) === true || isAtBound(id);
    return { ...asked, cappedCampaignIds: { has } };
  }

  /** Some of the campaigns, and why they may not win. */
  details(): readonly string[] {
    return [...this.ids].slice(0, mostDetails).map((id) => {
      const campaign = this.inventory.findCampaign(id);
      const isAtBound = campaign !== null && this.bounds?.isAtBound(campaign, 0) === true;
      return `campaign ${id}: ${isAtBound ? 'too many of its offers were not seen' : 'no money for it is free now'}`;
    });
  }
}
