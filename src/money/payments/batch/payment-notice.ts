import { formatAmount } from '../../../amount';
import type { Notice } from '../../../platform/notices/notice';
import type { Payment } from '../payment';

/** The notice to a payee. */
export function noticeOfPayment(
  kind: 'payment.sent' | 'payment.confirmed',
  { id: paymentId, kind: paid, accountId, address, amount }: Payment,
  at: Date,
  transactionId: string | null = null,
): Notice {
  const data = { paymentId, kind: paid, address, amount: formatAmount(amount), transactionId };
  return { kind, accountId, campaignId: null, at, data };
}
