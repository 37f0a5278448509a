import type { DemandMembers } from '../../demand/demand.members';
import type { StatisticsContext } from '../statistics/statistics.context';

/** The stores and services that a table of creatives needs. */
export interface CreativeTableContext extends StatisticsContext, Pick<DemandMembers, 'creatives'> {}
