import { kind, type ValueOf } from '../../platform/resources/kinds';

export const campaignPriority = kind.enumOf({
  name: 'CampaignPriority',
  description:
    'When a campaign is shown. Precedence is not for sale: sponsorships and house ads are shown on sites of their own account alone, where they cost nothing and earn nothing.',
  meanings: {
    standard: 'By its bid, on any site.',
    sponsorship:
      'Before all bids, in its `shareOfVoice` of the finds that it fits; in the others not at all.',
    house: 'Where no other campaign can be shown.',
  },
});
export type CampaignPriority = ValueOf<typeof campaignPriority>;

/** Campaigns of these cost nothing wherever they are shown: no budget, rate or funds keep them away. */
export const freePriorities: readonly CampaignPriority[] = ['sponsorship', 'house'];

export const isFree = ({ priority }: { readonly priority: CampaignPriority }): boolean =>
  freePriorities.includes(priority);

/** Percent of the finds that fit a sponsorship. */
export const shareOfVoice = kind.integerOf({ least: 1, most: 100 });
