import type { Payment } from '../../src/money/payments/payment';
import { anId } from './events';

/** Earnings that are prepared to be paid. */
export const aPayment = (
  changes: Partial<Payment> & Pick<Payment, 'accountId' | 'preparedAt'>,
): Payment => ({
  ...{ id: anId(), kind: 'earnings', address: '0001-00000005-CBCA', amount: 700n },
  ...{ state: 'prepared', earnedFrom: null, dueSince: null, earnedUntil: null, reason: null },
  ...{ sentAt: null, confirmedAt: null, returnedAt: null, transactionId: null },
  ...changes,
});
