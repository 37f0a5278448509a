import type { MarketMembers } from '../../market/market.members';
import type { PlatformMembers } from '../../platform/platform.members';

/** Figures of rotations need this of the context. */
export interface RotationContext
  extends Pick<PlatformMembers, 'now'>,
    Pick<MarketMembers, 'inventory' | 'creativeResults'> {}
