import type { DemandMembers } from '../demand.members';
import type { CreativeContext } from '../creatives/creative.context';

/** The stores that the services of classifications need. */
export interface ClassificationContext
  extends CreativeContext,
    Pick<DemandMembers, 'classifications'> {}
