import type { Campaign } from '../../demand/campaigns/campaign.resource';

/** Sees to it that campaigns can pay for what finds offer. Its work is done by whoever keeps the money. */
export interface OfferGate {
  /**
   * Pays for one offer of each of these campaigns, for all of them or for none. Null is success.
   *
   * @param campaigns one that wins twice comes twice
   * @returns null, or when to choose again, very soon: by then some campaigns have got the money that
   * they lacked, and those that have none do not compete any more. It is never rejected.
   */
  payFor(campaigns: readonly Campaign[]): Promise<void> | null;
}
