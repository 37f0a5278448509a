import type { CampaignPrice } from '../inventory/campaign-prices';
import type { Campaign } from '../../demand/campaigns/campaign.resource';

/** The expected cost of an offer, and the price of its view. */
export type OfferPrice = Pick<CampaignPrice, 'offerCost' | 'viewPrice'>;

/** Sees to it that campaigns can pay for what finds offer. Its work is done by whoever keeps the money. */
export interface OfferGate {
  /**
   * Pays for one offer of each of these campaigns, for all of them or for none. Null is success.
   *
   * @param campaigns one that wins twice comes twice
   * @param prices of these offers, in their order, none above what its campaign pays at most; absent: that
   * @returns null, or when to choose again, very soon: by then some campaigns have got the money that
   * they lacked, and those that have none do not compete any more. It is never rejected.
   */
  payFor(campaigns: readonly Campaign[], prices?: readonly OfferPrice[]): Promise<void> | null;
}
