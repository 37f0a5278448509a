import type { Connection } from 'mongoose';
import { createBidStrategyStore } from './bid-strategies/bid-strategy.store';
import { createCampaignStore } from './campaigns/campaign.store';
import { createClassificationStore } from './classifications/classification.store';
import type { ContentFolder } from './contents/content-folder';
import { createContentStore } from './contents/content.store';
import { createConversionStore } from './conversions/conversion.store';
import { createCreativeStore } from './creatives/creative.store';
import { createRefusedDomainStore } from './refused-domains/refused-domain.store';
import { createTaxonomyStore } from './taxonomy/taxonomy.store';
import { createUploadStore } from './uploads/upload.store';

/** Makes the stores of this wing, which are members of the context. */
export function createDemandStores(
  db: Connection,
  {
    contentFolder,
    now,
  }: { readonly contentFolder: ContentFolder | null; readonly now: () => Date },
) {
  return {
    campaigns: createCampaignStore(db, now),
    bidStrategies: createBidStrategyStore(db),
    creatives: createCreativeStore(db, now),
    contents: createContentStore(db, contentFolder),
    classifications: createClassificationStore(db),
    uploads: createUploadStore(db),
    taxonomies: createTaxonomyStore(db),
    refusedDomainStore: createRefusedDomainStore(db, now),
    conversions: createConversionStore(db),
  };
}
