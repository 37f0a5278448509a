import { formatAmount } from '../../amount';
import { formatTime } from '../../time';
import type { Payment } from './payment';
import type { PaymentContext } from './payment.context';

const pageSize = 500;

export const paymentColumns = [
  ...['preparedAt', 'id', 'kind', 'amount', 'address', 'state', 'transactionId'],
  ...['sentAt', 'confirmedAt', 'returnedAt', 'reason'],
];

/** All payments to an account, oldest first, for a spreadsheet, by pages: they are read as the rows are taken. */
export async function* tabulatePayments(
  { payments }: PaymentContext,
  accountId: string,
): AsyncGenerator<readonly (readonly (string | null)[])[], void> {
  for (let after: Payment | null = null; ; ) {
    const page: readonly Payment[] = await payments.listPrepared(accountId, {
      after,
      limit: pageSize,
    });
    yield page.map(toRow);
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last;
  }
}

const time = (at: Date | null) => at && formatTime(at);

function toRow({ id, kind, amount, address, state, transactionId, ...rest }: Payment) {
  const { preparedAt, sentAt, confirmedAt, returnedAt, reason } = rest;
  return [
    ...[time(preparedAt), id, kind, formatAmount(amount), address, state, transactionId],
    ...[time(sentAt), time(confirmedAt), time(returnedAt), reason],
  ];
}
