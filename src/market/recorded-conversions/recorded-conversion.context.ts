import type { PlatformMembers } from '../../platform/platform.members';
import type { DemandMembers } from '../../demand/demand.members';
import type { MarketMembers } from '../market.members';
import type { VisitorContext } from '../../supply/visitors/visitor.context';

/** The services of recorded conversions need this of the context. */
export interface RecordedConversionContext
  extends VisitorContext,
    Pick<PlatformMembers, 'inTransaction' | 'now' | 'randomBytes'>,
    Pick<DemandMembers, 'conversions' | 'campaigns'>,
    Pick<MarketMembers, 'recordedConversions' | 'events' | 'networkLists'> {}
