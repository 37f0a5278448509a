import type { SupplyMembers } from '../supply.members';

/** The services of visitors need this of the context. */
export interface VisitorContext extends Pick<SupplyMembers, 'trackingIdKeys' | 'visitorMemory'> {}
