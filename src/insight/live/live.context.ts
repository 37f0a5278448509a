import type { CampaignContext } from '../../demand/campaigns/campaign.context';
import type { Inventory } from '../../market/inventory/inventory';
import type { CampaignHourStore } from '../../money/budgets/campaign-hour.store';
import type { Rates } from '../../money/rates/rates';
import type { SiteContext } from '../../supply/sites/site.context';
import type { StatisticsContext } from '../statistics/statistics.context';
import type { LiveWatches } from './live-watches';

/** The stores and services that following figures and states needs. */
export interface LiveContext extends CampaignContext, SiteContext, StatisticsContext {
  readonly inventory: Inventory;
  readonly campaignHours: CampaignHourStore;
  readonly rates: Rates;
  /** One of each for all subscribers of the process. */
  readonly live: LiveWatches;
}
