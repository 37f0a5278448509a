import type { Amount } from '../../amount';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { CreativeForSale } from '../../demand/creatives/creative.resource';
import type { FlatTargeting } from '../../demand/taxonomy/taxonomy';

/** A campaign that may be on other servers' sites now, on the terms that these servers are told. */
export interface ExportableCampaign {
  readonly campaign: Campaign;
  readonly targeting: FlatTargeting;
  readonly creatives: readonly CreativeForSale[];
  /** Unit: 10^-11 USD. All sites of other servers together may take so much of an hour, after our fee. */
  readonly budget: Amount;
  /** Unit: 10^-11 USD for 1,000 views. */
  readonly maxCpm: Amount;
}
