import type { PlatformMembers } from '../../platform/platform.members';
import type { DemandMembers } from '../../demand/demand.members';
import type { SupplyMembers } from '../supply.members';
import type { ListContext } from '../../platform/lists/list.service';

/** The services of sites need this of the context. */
export interface SiteContext
  extends ListContext,
    Pick<PlatformMembers, 'config' | 'publicUrl' | 'randomBytes'>,
    Pick<DemandMembers, 'taxonomy' | 'refusedDomains'>,
    Pick<SupplyMembers, 'sites'> {}
