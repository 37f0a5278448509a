import type { Job } from '../../platform/jobs/job';
import { prepareReports } from './prepare-reports.service';
import type { StatisticsReportContext } from './statistics-report.context';

/** Prepares reports that were asked for: one at a time, whatever the number of gateways. */
export const prepareReportsJob: Job<StatisticsReportContext> = {
  name: 'prepare-reports',
  everySeconds: 2,
  run: prepareReports,
};
