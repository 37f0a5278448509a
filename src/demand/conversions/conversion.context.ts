import type { PlatformMembers } from '../../platform/platform.members';
import type { DemandMembers } from '../demand.members';
import type { ListContext } from '../../platform/lists/list.service';

/** The stores and services that the services of conversions need. */
export interface ConversionContext
  extends ListContext,
    Pick<PlatformMembers, 'config' | 'inTransaction' | 'publicUrl' | 'randomBytes'>,
    Pick<DemandMembers, 'conversions' | 'campaigns' | 'taxonomy'> {}
