import type { Job } from '../../platform/jobs/job';
import type { BudgetContext } from './budget.context';
import { suspendAllUnableToPay } from './suspension.service';

/** Suspends the campaigns of accounts that have nothing left to pay with, whoever asks for them: within 10 seconds. */
export const suspendUnfundedCampaigns: Job<BudgetContext> = {
  name: 'suspend-unfunded-campaigns',
  everySeconds: 5,
  run: suspendAllUnableToPay,
};
