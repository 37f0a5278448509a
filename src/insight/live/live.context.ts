import type { MarketMembers } from '../../market/market.members';
import type { MoneyMembers } from '../../money/money.members';
import type { CampaignContext } from '../../demand/campaigns/campaign.context';
import type { SiteContext } from '../../supply/sites/site.context';
import type { StatisticsContext } from '../statistics/statistics.context';
import type { LiveWatches } from './live-watches';

/** The stores and services that following figures and states needs. */
export interface LiveContext
  extends CampaignContext,
    SiteContext,
    StatisticsContext,
    Pick<MarketMembers, 'inventory'>,
    Pick<MoneyMembers, 'campaignHours' | 'rates'> {
  /** One of each for all subscribers of the process. */
  readonly live: LiveWatches;
}
