import type { PlatformMembers } from '../../platform/platform.members';
import type { SupplyMembers } from '../supply.members';
import type { SiteContext } from '../sites/site.context';

/** The services of placements need this of the context: a placement belongs to a site. */
export interface PlacementContext
  extends SiteContext,
    Pick<PlatformMembers, 'inTransaction'>,
    Pick<SupplyMembers, 'placements'> {}
