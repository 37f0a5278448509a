import type { Job } from '../../platform/jobs/job';
import type { WithdrawalContext } from './withdrawal.context';
import { expireWithdrawals } from './withdrawal.service';

/** Makes withdrawals funds again whose mail nobody has followed. */
export const expireUnconfirmedWithdrawals: Job<WithdrawalContext> = {
  name: 'expire-withdrawals',
  everySeconds: 300,
  run: expireWithdrawals,
};
