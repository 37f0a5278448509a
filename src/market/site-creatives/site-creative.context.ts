import type { DemandMembers } from '../../demand/demand.members';
import type { SiteContext } from '../../supply/sites/site.context';

/** The services of sites' creatives need this of the context. */
export interface SiteCreativeContext
  extends SiteContext,
    Pick<DemandMembers, 'campaigns' | 'creatives'> {}
