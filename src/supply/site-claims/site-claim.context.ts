import type { PlatformMembers } from '../../platform/platform.members';
import type { IdentityMembers } from '../../identity/identity.members';
import type { SupplyMembers } from '../supply.members';
import type { PlacementContext } from '../placements/placement.context';

/** The services of claims of sites need this of the context. */
export interface SiteClaimContext
  extends PlacementContext,
    Pick<PlatformMembers, 'egress' | 'inTransaction' | 'log'>,
    Pick<IdentityMembers, 'accounts'>,
    Pick<SupplyMembers, 'adsTxtLooks' | 'adsTxtLimiter' | 'adsTxtTurns'> {}
