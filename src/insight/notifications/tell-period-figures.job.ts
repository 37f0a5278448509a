import type { Job } from '../../platform/jobs/job';
import type { StatisticsContext } from '../statistics/statistics.context';
import type { NotificationContext } from './notification.context';
import { tellPeriodFigures } from './period-figures.service';

/** Tells accounts the figures of weeks and months that are over. */
export const tellPeriodFiguresJob: Job<NotificationContext & StatisticsContext> = {
  name: 'tell-period-figures',
  everySeconds: 60,
  run: tellPeriodFigures,
};
