import type { PlatformMembers } from '../../platform/platform.members';
import type { PeersMembers } from '../../peers/peers.members';
import type { MarketMembers } from '../market.members';
import type { VisitorContext } from '../../supply/visitors/visitor.context';
import type { PageSupplyContext } from './page-supply';

/** Serving needs this of the context. */
export interface ServingContext
  extends PageSupplyContext,
    VisitorContext,
    Pick<PlatformMembers, 'log' | 'outages' | 'databasePulse' | 'serveUrl'>,
    Pick<PeersMembers, 'peerDirectory'>,
    Pick<
      MarketMembers,
      | 'auctionTypes'
      | 'eventUrlKeys'
      | 'inventory'
      | 'creativeResults'
      | 'frequencyCounts'
      | 'offerGate'
      | 'unseenOffers'
      | 'onFind'
      | 'findObserver'
      | 'findSampler'
      | 'pageSupply'
    > {}
