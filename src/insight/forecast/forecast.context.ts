import type { CampaignContext } from '../../demand/campaigns/campaign.context';
import type { MarketMembers } from '../../market/market.members';
import type { InsightMembers } from '../insight.members';

/** The stores and services that a forecast needs. */
export interface ForecastContext
  extends CampaignContext,
    Pick<MarketMembers, 'auctionTypes' | 'inventory' | 'creativeResults' | 'recentFinds'>,
    Pick<InsightMembers, 'forecastTurns' | 'forecastLimiter'> {}
