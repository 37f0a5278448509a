import type { CampaignStore } from '../../demand/campaigns/campaign.store';
import type { CreativeStore } from '../../demand/creatives/creative.store';
import type { SiteContext } from '../../supply/sites/site.context';

/** What publishers who look through creatives need of the outside. */
export interface SiteCreativeContext extends SiteContext {
  readonly campaigns: CampaignStore;
  readonly creatives: CreativeStore;
}
