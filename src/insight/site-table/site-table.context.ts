import type { SupplyMembers } from '../../supply/supply.members';
import type { StatisticsContext } from '../statistics/statistics.context';

/** The stores and services that a table of sites needs. */
export interface SiteTableContext extends StatisticsContext, Pick<SupplyMembers, 'sites'> {}
