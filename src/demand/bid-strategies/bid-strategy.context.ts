import type { CampaignStore } from '../campaigns/campaign.store';
import type { CurrentTaxonomy } from '../taxonomy/current-taxonomy';
import type { BidStrategyStore } from './bid-strategy.store';

/** The stores that the services of bid strategies need. */
export interface BidStrategyContext {
  readonly bidStrategies: BidStrategyStore;
  readonly campaigns: CampaignStore;
  readonly taxonomy: CurrentTaxonomy;
  readonly randomBytes: (length: number) => Buffer;
}
