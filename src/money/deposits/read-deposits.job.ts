import type { Job } from '../../platform/jobs/job';
import { bookNewDeposits } from './book-new-deposits.service';
import type { DepositContext } from './deposit.context';

/** Books what has come in on the ledger, where there is a wallet. */
export const readDeposits: Job<DepositContext> = {
  name: 'read-deposits',
  everySeconds: 10,
  needs: 'wallet',
  run: bookNewDeposits,
};
