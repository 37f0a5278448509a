import { expect, it } from '@jest/globals';
import { campaignResource } from '../../../src/demand/campaigns/campaign.resource';
import { defaultTaxonomy } from '../../../src/demand/taxonomy/default-taxonomy';
import { ForSale } from '../../../src/market/inventory/for-sale';
import { noTotals } from '../../../src/market/inventory/latest-totals';
import { createPricing } from '../../../src/market/inventory/pricing';
import { WeekHours } from '../../../src/market/inventory/week-hours';
import { Pace } from '../../../src/platform/process/pace';
import { exampleOf } from '../../../src/platform/resources/resource';
import { usd } from '../../support/campaigns';
import { idOf } from '../selection/factories';

/** A pace that lets one thing happen at each rest. */
class InterruptedPace extends Pace {
  constructor(private readonly meanwhile: () => void) {
    super();
  }

  override rest(): Promise<void> {
    this.meanwhile();
    return Promise.resolve();
  }
}

const nothing = () => undefined;
const noResults = {
  ...{ countServed: nothing, countImpressions: nothing, countClicks: nothing },
  ...{ countConversions: nothing, countAccepted: nothing, get: () => noTotals },
  ...{ flush: () => Promise.resolve(), refresh: () => Promise.resolve() },
};

function openMarket(meanwhile: () => void) {
  const now = () => new Date('2026-05-01T12:00:00Z');
  const forSale = new ForSale(now);
  const pricing = createPricing({
    ...{ forSale, results: noResults, taxonomy: { current: defaultTaxonomy } },
    ...{ weekHours: new WeekHours(), pace: new InterruptedPace(meanwhile), now },
  });
  return {
    pricing,
    viewPriceOf: (name: string) => pricing.priceOf(idOf(name)).viewPrice,
    offer(name: string, maxCpm: string) {
      const campaign = {
        ...exampleOf(campaignResource),
        ...{ id: idOf(name), maxCpm: usd(maxCpm), maxCpc: null },
      };
      forSale.add(
        {
          ...{ id: idOf(`banner of ${name}`), campaignId: campaign.id, type: 'image' },
          ...{ mime: 'image/png', scope: '300x250', hash: '', keywords: {}, alt: '', weight: 1 },
          ...{ impressionPixels: null, times: null, frequencyCaps: null },
        },
        campaign,
      );
      pricing.priceCampaign(campaign.id);
    },
  };
}

it('a bid that is lowered while all campaigns are priced anew is the price of their offers', async () => {
  const market = openMarket(() => {
    market.offer('second', '1');
  });
  market.offer('first', '3');
  market.offer('second', '2');
  expect(market.viewPriceOf('second')).toBe(usd('0.002'));
  await market.pricing.repriceAll();
  expect(market.viewPriceOf('second')).toBe(usd('0.001'));
  expect(market.viewPriceOf('first')).toBe(usd('0.003'));
});
