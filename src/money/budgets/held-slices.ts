import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { type HeldSlice, openSlice } from './held-slice';

const none: ReadonlySet<HeldSlice> = new Set();

/** The slices that a gateway holds, by their campaigns and by the accounts of these. */
export class HeldSlices {
  private readonly byCampaign = new Map<string, HeldSlice>();
  private readonly byAccount = new Map<string, Set<HeldSlice>>();

  /** The campaign's slice, opened now if there is none. */
  of(campaign: Campaign, at: number): HeldSlice {
    return this.byCampaign.get(campaign.id) ?? this.open(campaign, at);
  }

  ofAccount(advertiserId: string): Iterable<HeldSlice> {
    return this.byAccount.get(advertiserId) ?? none;
  }

  values(): Iterable<HeldSlice> {
    return this.byCampaign.values();
  }

  remove(held: HeldSlice): void {
    const { id, advertiserId } = held.campaign;
    this.byCampaign.delete(id);
    const others = this.byAccount.get(advertiserId);
    others?.delete(held);
    if (others?.size === 0) this.byAccount.delete(advertiserId);
  }

  clear(): void {
    this.byCampaign.clear();
    this.byAccount.clear();
  }

  private open(campaign: Campaign, at: number): HeldSlice {
    const held = openSlice(campaign, at);
    this.byCampaign.set(campaign.id, held);
    const others = this.byAccount.get(campaign.advertiserId);
    if (others) others.add(held);
    else this.byAccount.set(campaign.advertiserId, new Set([held]));
    return held;
  }
}
