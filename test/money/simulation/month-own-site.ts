import type { CreateCampaignParams } from '../../../src/demand/campaigns/campaign-creation.service';
import { usd } from '../../support/campaigns';
import { publisherId } from './month-accounts';
import type { MonthCampaign } from './month-campaigns';

/** The publisher's site, with least prices of each kind. */
export const ownSite = {
  ...{ id: '51'.repeat(16), publisherId, host: 'own.example' },
  ...{ minimumRpm: usd('3'), timeZone: 'Europe/Berlin' },
  minimumRpms: [
    'country:de 5.5',
    'Mo-Su 18:00-24:00 5',
    'country:us Mo-Su 00:00-08:00 9',
    'country:us 2',
  ],
} as const;

/** Its placements are of one size, which campaigns have no budget for that ends. */
export const ownPlacements = ['top', 'side'].map((name, nth) => ({
  ...{ id: `${nth + 1}`.repeat(32), siteId: ownSite.id, publisherId },
  ...{ name, width: 728, height: 90, minimumRpm: nth === 1 ? usd('6.5') : null },
}));

/** A campaign whose terms alone say when it competes. */
const plain = (
  name: string,
  terms: Partial<CreateCampaignParams>,
  creatives: MonthCampaign['creatives'] = [{}],
): MonthCampaign => {
  const endless = { hourlyBudget: usd('100000'), pacing: 'asap', timeZone: 'UTC' } as const;
  return { name, creatives, goal: null, terms: { name, ...endless, ...terms } };
};

/** Three that bid, one of them with modifiers beyond their bounds; of the publisher one that bids, two sponsorships and a house ad. */
export function ownSiteCampaigns(): readonly MonthCampaign[] {
  const advertiserId = publisherId;
  return [
    plain('open 0', { maxCpm: usd('8'), schedule: ['Mo-Su 04:00-20:00'] }),
    plain(
      'open 1',
      {
        ...{ maxCpm: usd('5'), schedule: ['Mo-Su 00:00-22:00'], creativeRotation: 'even' },
        bidModifiers: ['country:de 1.5', 'device:desktop 1.2'],
      },
      [{}, {}],
    ),
    plain('open 2', {
      maxCpm: usd('1'),
      bidModifiers: ['country:us 10', 'device:desktop 2', 'Mo-Su 00:00-08:00 0.2'],
    }),
    plain('own', { advertiserId, maxCpm: usd('7'), schedule: ['Mo-Su 12:00-18:00'] }),
    plain('sponsor 0', {
      ...{ advertiserId, priority: 'sponsorship', shareOfVoice: 30 },
      schedule: ['Mo-Su 00:00-14:00'],
    }),
    plain('sponsor 1', {
      ...{ advertiserId, priority: 'sponsorship', shareOfVoice: 90 },
      schedule: ['Mo-Su 12:00-16:00'],
    }),
    plain('house', { advertiserId, priority: 'house', creativeRotation: 'weighted' }, [
      { weight: 3 },
      { weight: 1 },
    ]),
  ];
}
