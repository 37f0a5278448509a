import type { PlatformMembers } from '../../platform/platform.members';
import type { DemandMembers } from '../demand.members';

/** The stores that the services of bid strategies need. */
export interface BidStrategyContext
  extends Pick<PlatformMembers, 'inTransaction' | 'randomBytes'>,
    Pick<DemandMembers, 'bidStrategies' | 'campaigns' | 'taxonomy'> {}
