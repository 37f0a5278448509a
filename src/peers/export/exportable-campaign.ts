import type { Amount } from '../../amount';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { CreativeForSale } from '../../demand/creatives/creative.resource';
import type { FlatTargeting } from '../../demand/taxonomy/taxonomy';

/** A campaign that may be on other servers' sites now, on the terms that they are told. */
export interface ExportableCampaign {
  readonly campaign: Campaign;
  readonly targeting: FlatTargeting;
  readonly creatives: readonly CreativeForSale[];
  /** USD that all of their sites together may take of an hour, after our fee. */
  readonly budget: Amount;
  /** USD for 1,000 views. */
  readonly maxCpm: Amount;
}
