import type { Config } from '../../config';
import type { SigningKey } from '../../platform/keys/signing-key.store';
import type { CampaignStore } from '../../demand/campaigns/campaign.store';
import type { TaxonomyContext } from '../../demand/taxonomy/taxonomy.context';
import type { SiteStore } from '../../supply/sites/site.store';
import type { CreativeReportStore } from './creative-report.store';
import type { NetworkLimiter } from '../../platform/limits/network-limiter';

/** The services of creatives' reports need this of the context. */
export interface CreativeReportContext extends TaxonomyContext {
  readonly config: Config;
  readonly eventUrlKeys: readonly SigningKey[];
  readonly creativeReports: CreativeReportStore;
  readonly reportLimiter: NetworkLimiter;
  readonly campaigns: CampaignStore;
  readonly sites: SiteStore;
  readonly now: () => Date;
}
