import type { Job } from '../../platform/jobs/job';
import type { BudgetContext } from './budget.context';

/** Learns the curve of traffic that budgets are paced by: one read, once a day. */
export const learnTraffic: Job<BudgetContext> = {
  name: 'learn-traffic',
  everySeconds: 60,
  isPerProcess: true,
  run: ({ trafficCurve }) => trafficCurve.refresh(),
};
