import type { IdentityMembers } from '../../identity/identity.members';
import type { MarketMembers } from '../../market/market.members';
import type { MoneyMembers } from '../money.members';
import type { CampaignContext } from '../../demand/campaigns/campaign.context';

/** The context of keeping and spending budgets. */
export interface BudgetContext
  extends CampaignContext,
    Pick<IdentityMembers, 'accounts'>,
    Pick<MarketMembers, 'inventory'>,
    Pick<MoneyMembers, 'books' | 'rates' | 'campaignHours' | 'offerGate' | 'trafficCurve'> {}
