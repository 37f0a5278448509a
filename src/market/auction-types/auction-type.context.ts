import type { PlatformMembers } from '../../platform/platform.members';
import type { MarketMembers } from '../market.members';

/** The setting of the auctions' type needs this of the context. */
export interface AuctionTypeContext
  extends Pick<PlatformMembers, 'now'>,
    Pick<MarketMembers, 'auctionTypes' | 'auctionTypeStore'> {}
