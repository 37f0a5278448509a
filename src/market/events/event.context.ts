import type { Config } from '../../config';
import type { CampaignStore } from '../../demand/campaigns/campaign.store';
import type { SigningKey } from '../../platform/keys/signing-key.store';
import type { SiteStore } from '../../supply/sites/site.store';
import type { CreativeResults } from '../inventory/creative-results';
import type { Inventory } from '../inventory/inventory';
import type { NetworkLists } from '../network-lists/network-lists';
import type { SupplyDirectory } from '../serving/supply-directory';
import type { EventLog } from './event-log';
import type { EventStore } from './event.store';

/** The services and jobs of events need this of the context. */
export interface EventContext {
  readonly config: Config;
  /** Sign the URLs of events; the first one signs, all of them verify. */
  readonly eventUrlKeys: readonly SigningKey[];
  readonly eventLog: EventLog;
  readonly events: EventStore;
  readonly networkLists: NetworkLists;
  readonly inventory: Inventory;
  readonly creativeResults: CreativeResults;
  readonly supplyDirectory: SupplyDirectory;
  readonly campaigns: CampaignStore;
  readonly sites: SiteStore;
  readonly now: () => Date;
}
