import type { DiscoveryContext } from '../discovery/discovery.context';
import type { ContentWorkers } from '../../demand/contents/content-workers';
import type { PeerCampaignStore } from './peer-campaign.store';
import type { PeerCheckDayStore } from './peer-check-day.store';
import type { PeerCreativeStore } from './peer-creative.store';
import type { PeerImportStore } from './peer-import.store';

/** The services that import peers’ campaigns need this of the context. */
export interface PeerImportContext extends DiscoveryContext {
  readonly randomBytes: (length: number) => Buffer;
  readonly peerCampaigns: PeerCampaignStore;
  readonly peerCreatives: PeerCreativeStore;
  readonly peerImports: PeerImportStore;
  readonly peerCheckDays: PeerCheckDayStore;
  readonly contentWorkers: ContentWorkers;
}
