import type { PlatformMembers } from '../../platform/platform.members';
import type { DemandMembers } from '../demand.members';

/** Rules that ask for refused domains need this of the context. */
export interface WithRefusedDomains extends Pick<DemandMembers, 'refusedDomains'> {}

/** The services of refused domains need this of the context. */
export interface RefusedDomainContext
  extends Pick<PlatformMembers, 'now'>,
    Pick<DemandMembers, 'refusedDomainStore' | 'onRefusedDomainsChanged'> {}
