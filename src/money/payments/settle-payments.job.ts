import type { Job } from '../../platform/jobs/job';
import type { PaymentContext } from './payment.context';
import { settlePayments } from './settle.service';

/** Pays publishers, where there is a wallet. */
export const settleDuePayments: Job<PaymentContext> = {
  name: 'settle-payments',
  everySeconds: 5,
  needs: 'wallet',
  run: (ctx, signal, { fence }) => settlePayments(ctx, { fence, signal }),
};
