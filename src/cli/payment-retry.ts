import { retryPayment } from '../money/payments/payment.service';
import { defineCommand } from './command';
import { uriOption } from './database';
import { paymentArgument, readPaymentId, toPaymentJson } from './payment-text';
import { withServices } from './services';

export const paymentRetry = defineCommand({
  name: 'payment retry',
  summary: 'Pays a payee again that the ledger has refused.',
  details:
    'What was returned is paid with the next turn, in a new payment. What is on its way is sent again by itself.',
  arguments: [paymentArgument],
  options: { uri: uriOption },
  async run({ id, uri }, ctx) {
    const payment = await withServices({ uri }, ctx, (services) =>
      retryPayment(services, readPaymentId(id)),
    );
    return {
      text: `${payment.address} is paid again what account ${payment.accountId} has earned`,
      json: toPaymentJson(payment),
    };
  },
});
