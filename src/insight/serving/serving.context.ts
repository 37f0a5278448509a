import type { CampaignContext } from '../../demand/campaigns/campaign.context';
import type { MarketMembers } from '../../market/market.members';
import type { MoneyMembers } from '../../money/money.members';
import type { SiteContext } from '../../supply/sites/site.context';
import type { PlatformMembers } from '../../platform/platform.members';

/** The stores and services that telling why something is shown, or is not, needs. */
export interface ServingStateContext
  extends CampaignContext,
    SiteContext,
    Pick<PlatformMembers, 'config'>,
    Pick<MarketMembers, 'inventory' | 'outcomes'>,
    Pick<MoneyMembers, 'campaignHours' | 'rates'> {}
