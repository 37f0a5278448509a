import type { Job } from '../../platform/jobs/job';
import { keepLinesOfHanging } from '../remittances/keep-lines.service';
import { prepareRemittances } from '../remittances/prepare-remittances.service';
import type { PaymentContext } from './payment.context';
import { settlePayments } from './settle.service';

/** Pays publishers, where there is a wallet. */
export const settleDuePayments: Job<PaymentContext> = {
  name: 'settle-payments',
  everySeconds: 5,
  needs: 'wallet',
  // Publishers wait for the next settler when one dies.
  leaseSeconds: 6,
  async run(ctx, signal, { fence }) {
    await keepLinesOfHanging(ctx);
    await prepareRemittances(ctx, signal);
    await settlePayments(ctx, { fence, signal });
  },
};
