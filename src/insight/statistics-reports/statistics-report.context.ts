import type { PlatformMembers } from '../../platform/platform.members';
import type { InsightMembers } from '../insight.members';
import type { StatisticsContext } from '../statistics/statistics.context';

/** The stores that reports need. */
export interface StatisticsReportContext
  extends StatisticsContext,
    Pick<PlatformMembers, 'randomBytes'>,
    Pick<InsightMembers, 'statisticsReports'> {}
