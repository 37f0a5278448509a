import type { StatisticsContext } from '../statistics/statistics.context';
import type { StatisticsReportStore } from './statistics-report.store';

/** What reports use of the outside. */
export interface StatisticsReportContext extends StatisticsContext {
  readonly statisticsReports: StatisticsReportStore;
  readonly randomBytes: (length: number) => Buffer;
}
