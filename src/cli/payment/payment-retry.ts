import { formatAmount } from '../../amount';
import type { Payment } from '../../money/payments/payment';
import { retryPayment } from '../../money/payments/payment.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { parseId } from '../id-text';
import { paymentArgument, toPaymentJson } from './payment-text';
import { withServices } from '../services';

export const paymentRetry = defineCommand({
  name: 'payment retry',
  summary: 'Pays a payee again that the ledger has refused.',
  details:
    'Earnings that were returned are paid with the next turn, in a new payment; a withdrawal is funds again, which its owner asks for anew. What is on its way is sent again by itself.',
  arguments: [paymentArgument],
  options: { uri: uriOption },
  async run({ id, uri }, ctx) {
    const payment = await withServices({ uri }, ctx, (services) =>
      retryPayment(services, parseId(id, 'a payment')),
    );
    return { text: sayWhatFollows(payment), json: toPaymentJson(payment) };
  },
});

function sayWhatFollows({ kind, accountId, address, amount, state }: Payment): string {
  if (kind === 'earnings') return `${address} is paid again what account ${accountId} has earned`;
  return state === 'returned'
    ? `account ${accountId} may withdraw to ${address} again: ${formatAmount(amount)} coins went back to its funds`
    : `account ${accountId} may withdraw to ${address} again`;
}
