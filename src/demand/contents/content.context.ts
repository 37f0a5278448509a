import type { PlatformMembers } from '../../platform/platform.members';
import type { DemandMembers } from '../demand.members';

/** The stores that the jobs of contents need. */
export interface ContentContext
  extends Pick<PlatformMembers, 'now'>,
    Pick<DemandMembers, 'contents' | 'creatives'> {}
