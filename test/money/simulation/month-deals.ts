import { noTargeting } from '../../../src/demand/taxonomy/taxonomy';
import { usd } from '../../support/campaigns';
import { publisherId } from './month-accounts';
import type { MonthCampaign } from './month-campaigns';

/** The page that visitors see most. */
export const newsHost = 'news.example';

/** A site that takes direct deals alone. */
export const dealSite = {
  ...{ id: '52'.repeat(16), publisherId, host: 'deals.example' },
  onlyDirectDeals: true,
} as const;

export const dealPlacement = {
  ...{ id: '3'.repeat(32), siteId: dealSite.id, publisherId },
  ...{ name: 'Box 0', width: 300, height: 250 },
};

const deal = (host: string, hourlyBudget: string): MonthCampaign => {
  const name = `deal with ${host}`;
  const { requires } = noTargeting;
  const targeting = { ...noTargeting, requires: { ...requires, site: { domain: [host] } } };
  const money = { hourlyBudget: usd(hourlyBudget), maxCpm: usd('17'), pacing: 'asap' } as const;
  return { name, deals: [host], goal: null, creatives: [{}], terms: { name, targeting, ...money } };
};

/** Campaigns for one site each, of the size that all others are of; one has no budget that ends. */
export const dealCampaigns = (): readonly MonthCampaign[] => [
  deal(newsHost, '0.05'),
  deal(dealSite.host, '100000'),
];
