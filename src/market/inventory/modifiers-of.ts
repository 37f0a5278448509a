import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { bidModifierOf } from '../../demand/campaigns/bid-modifiers';
import { isFree } from '../../demand/campaigns/campaign-priority';
import { canonicalZone } from '../../time-zone';
import type { BidModifiers } from '../selection/types';

type ModifiedCampaign = Pick<Campaign, 'bidModifiers' | 'timeZone' | 'priority'>;

const known = new WeakMap<ModifiedCampaign, BidModifiers>();

/** The modifiers of a campaign's bid, read once; null: it has none, or bids nothing. */
export function modifiersOf(campaign: ModifiedCampaign): BidModifiers | null {
  if (campaign.bidModifiers.length === 0 || isFree(campaign)) return null;
  let modifiers = known.get(campaign);
  if (!modifiers) known.set(campaign, (modifiers = read(campaign)));
  return modifiers;
}

/** Of several entries that name an hour the first holds. */
function read({ bidModifiers, timeZone }: ModifiedCampaign): BidModifiers {
  const devices = new Map<string, number>();
  const countries = new Map<string, number>();
  const hours = new Map<string, number>();
  for (const modifier of bidModifiers.map(bidModifierOf)) {
    const { percent } = modifier;
    if (modifier.of === 'hours') {
      for (const hour of modifier.hours.map(String)) if (!hours.has(hour)) hours.set(hour, percent);
    } else (modifier.of === 'device' ? devices : countries).set(modifier.value, percent);
  }
  return { devices, countries, hours, timeZone: canonicalZone(timeZone) };
}
