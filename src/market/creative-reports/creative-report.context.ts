import type { DemandMembers } from '../../demand/demand.members';
import type { IdentityMembers } from '../../identity/identity.members';
import type { PlatformMembers } from '../../platform/platform.members';
import type { SupplyMembers } from '../../supply/supply.members';
import type { PeersMembers } from '../../peers/peers.members';
import type { MarketMembers } from '../market.members';
import type { TaxonomyContext } from '../../demand/taxonomy/taxonomy.context';

/** The services of creatives' reports need this of the context. */
export interface CreativeReportContext
  extends TaxonomyContext,
    Pick<PlatformMembers, 'config'>,
    Pick<IdentityMembers, 'accounts'>,
    Pick<SupplyMembers, 'sites'>,
    Pick<
      MarketMembers,
      'eventUrlKeys' | 'creativeReports' | 'reportLimiter' | 'inventory' | 'peerDemand'
    >,
    Pick<DemandMembers, 'campaigns' | 'creatives'>,
    Pick<PeersMembers, 'peerCreatives' | 'peerDirectory'> {}
