import type { CampaignStore } from '../campaigns/campaign.store';
import type { CreativeStore } from '../creatives/creative.store';
import type { CurrentTaxonomy } from './current-taxonomy';
import type { TaxonomyStore } from './taxonomy.store';

/** Rules that look values up in the taxonomy need this of the context. */
export interface WithTaxonomy {
  /** The taxonomy in force; another one after an import. */
  readonly taxonomy: Pick<CurrentTaxonomy, 'current'>;
}

/** The stores that the services of the taxonomy need. */
export interface TaxonomyContext extends WithTaxonomy {
  readonly taxonomy: CurrentTaxonomy;
  readonly taxonomies: TaxonomyStore;
  readonly campaigns: CampaignStore;
  readonly creatives: CreativeStore;
  readonly now: () => Date;
}
