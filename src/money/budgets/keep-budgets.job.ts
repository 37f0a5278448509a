import type { Job } from '../../platform/jobs/job';
import type { BudgetContext } from './budget.context';

/** Fetches slices of budgets before finds lack them, and gives back what the last minute did not use. */
export const keepBudgets: Job<BudgetContext> = {
  name: 'keep-budgets',
  everySeconds: 1,
  isPerProcess: true,
  run: ({ offerGate }) => offerGate.keep(),
};
