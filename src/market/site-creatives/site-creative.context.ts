import type { CampaignStore } from '../../demand/campaigns/campaign.store';
import type { CreativeStore } from '../../demand/creatives/creative.store';
import type { SiteContext } from '../../supply/sites/site.context';

/** The services of sites' creatives need this of the context. */
export interface SiteCreativeContext extends SiteContext {
  readonly campaigns: CampaignStore;
  readonly creatives: CreativeStore;
}
