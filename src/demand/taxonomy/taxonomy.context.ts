import type { CampaignStore } from '../campaigns/campaign.store';
import type { CreativeStore } from '../creatives/creative.store';
import type { CurrentTaxonomy } from './current-taxonomy';
import type { TaxonomyStore } from './taxonomy.store';

/** What the services of the taxonomy use of the outside. */
export interface TaxonomyContext {
  /** What is in force; another one after an import. */
  readonly taxonomy: CurrentTaxonomy;
  readonly taxonomies: TaxonomyStore;
  readonly campaigns: CampaignStore;
  readonly creatives: CreativeStore;
  readonly now: () => Date;
}
