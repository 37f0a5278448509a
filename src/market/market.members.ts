import type { Amount } from '../amount';
import type { Campaign } from '../demand/campaigns/campaign.resource';
import type { SigningKey } from '../platform/keys/signing-key.store';
import type { NetworkLimiter } from '../platform/limits/network-limiter';
import type { PeerDemand } from '../peers/import/peer-demand';
import type { WindowLimiter } from '../platform/limits/window-limiter';
import type { AuctionTypes } from './auction-types/auction-types';
import type { EventLog } from './events/event-log';
import type { CreativeResults } from './inventory/creative-results';
import type { Inventory } from './inventory/inventory';
import type { ShownPeers } from './inventory/shown-peers';
import type { createMarketStores } from './market.stores';
import type { FrequencyCounts } from './frequency/frequency-counts';
import type { FrequencyExchange } from './frequency/frequency-exchange';
import type { ViewOrdinals } from './frequency/view-ordinals';
import type { NetworkLists } from './network-lists/network-lists';
import type { FindObserver } from './outcomes/find-observer';
import type { AdvertisedCreatives } from './peer-events/advertised-creatives';
import type { RequestRate } from './peer-events/request-rate';
import type { ToldSites } from './peer-events/told-sites';
import type { FindSampler } from './replay/find-sampler';
import type { RecentFinds } from './replay/recent-finds';
import type { FindListener } from './serving/find-listener';
import type { OfferGate } from './serving/offer-gate';
import type { PageSupply } from './serving/page-supply';
import type { SupplyDirectory } from './serving/supply-directory';
import type { UnseenOffers } from './serving/unseen-offers';

/** All members that this wing gives to the context. */
export interface MarketMembers extends Readonly<ReturnType<typeof createMarketStores>> {
  readonly auctionTypes: AuctionTypes;
  readonly inventory: Inventory;
  readonly peerDemand: PeerDemand;
  readonly shownPeers: ShownPeers;
  readonly creativeResults: CreativeResults;
  readonly supplyDirectory: SupplyDirectory;
  readonly pageSupply: PageSupply;
  readonly creationLimiter: NetworkLimiter;
  readonly foundSupplyLimiter: WindowLimiter;
  readonly unclaimedSiteLimiter: NetworkLimiter;
  readonly reportLimiter: NetworkLimiter;
  readonly offerGate: OfferGate;
  readonly unseenOffers: UnseenOffers;
  readonly frequencyCounts: FrequencyCounts;
  readonly frequencyExchange: FrequencyExchange;
  readonly viewOrdinals: ViewOrdinals;
  readonly onFind: FindListener;
  readonly findObserver: FindObserver;
  readonly findSampler: FindSampler;
  readonly recentFinds: RecentFinds;
  readonly eventLog: EventLog;
  /** Sign the URLs of events; the first one signs, all of them verify. */
  readonly eventUrlKeys: readonly SigningKey[];
  readonly networkLists: NetworkLists;
  readonly advertisedCreatives: AdvertisedCreatives;
  readonly toldSites: ToldSites;
  readonly hostLookLimiter: WindowLimiter;
  readonly peerEventRate: RequestRate;
  /** Events since the start: recorded, and in the name of somebody who is no allowed server. */
  readonly peerEventCounts: { recorded: number; notAllowed: number };
  /** Prices are found by a later wing: USD for 1,000 views; null: the campaign has no price for other servers' sites. */
  readonly findPeerMaxCpm: (campaign: Campaign) => Promise<Amount | null>;
}
