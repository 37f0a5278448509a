import { formatAmount } from '../../amount';
import { getPayment, listEarnedParts } from '../../money/payments/payment.service';
import { describeMembers } from '../account/account-text';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { parseId } from '../id-text';
import { paymentArgument, toPaymentJson } from './payment-text';
import { withServices } from '../services';

export const paymentShow = defineCommand({
  name: 'payment show',
  summary: 'Shows a payment, and what it was earned with.',
  details: 'Sites and clock hours are those booked since the payment before it, at most 1000.',
  arguments: [paymentArgument],
  options: { uri: uriOption },
  run: ({ id, uri }, ctx) =>
    withServices({ uri }, ctx, async (services) => {
      const payment = await getPayment(services, parseId(id, 'a payment'));
      const parts = await listEarnedParts(services, payment);
      const shown = toPaymentJson(payment);
      const earned = parts.map(({ siteId, hour, amount }) => ({
        siteId,
        hour: hour.toISOString(),
        amount: formatAmount(amount),
      }));
      const lines = earned.map((one) => `${one.hour}  ${one.siteId}  ${one.amount}`);
      return { text: [describeMembers(shown), ...lines].join('\n'), json: { ...shown, earned } };
    }),
});
