import { getAccountByName } from '../../identity/accounts/account-management.service';
import { paymentStates } from '../../money/payments/payment';
import { listAllPayments } from '../../money/payments/payment.service';
import { defineCommand } from '../command';
import { listAll, listDetails, listOptions } from '../list-of-all';
import { readOneOf } from '../option-text';
import { toPaymentJson } from './payment-text';

export const paymentList = defineCommand({
  name: 'payment list',
  summary: 'Lists payments to publishers, by id.',
  details: listDetails,
  options: {
    state: { value: '<state>', description: `${paymentStates.join(', ')}; default: any` },
    publisher: { value: '<email>', description: 'only those to this account, by email or id' },
    ...listOptions,
  },
  async run({ state, publisher, after, uri }, ctx) {
    const wanted = readOneOf('--state', paymentStates, state);
    return listAll('payments', { after, uri }, ctx, {
      find: async (services, params) => {
        const account = publisher === null ? null : await getAccountByName(services, publisher);
        const filter = { state: wanted, accountId: account?.id ?? null };
        return listAllPayments(services, filter, params);
      },
      toJson: toPaymentJson,
      toLine: (one) =>
        `${one.id}  ${one.state}  ${one.amount} to ${one.address}  ${one.transactionId ?? one.reason ?? ''}`.trimEnd(),
    });
  },
});
