import type { StatisticsContext } from '../statistics/statistics.context';
import type { StatisticsReportStore } from './statistics-report.store';

/** The stores that reports need. */
export interface StatisticsReportContext extends StatisticsContext {
  readonly statisticsReports: StatisticsReportStore;
  readonly randomBytes: (length: number) => Buffer;
}
