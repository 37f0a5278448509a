import { getAccountByName } from '../../identity/accounts/account-management.service';
import { holdPayments } from '../../money/payments/payment.service';
import { CommandError, defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const paymentHold = defineCommand({
  name: 'payment hold',
  summary: 'Keeps the earnings of an account from being paid, or lets them go.',
  details: 'Payments that are prepared go on: the ledger may have them.',
  arguments: [{ name: 'email', description: 'email or id of the account' }],
  options: {
    reason: { value: '<text>', description: 'why; its owner reads it' },
    release: { description: 'let them go' },
    uri: uriOption,
  },
  async run({ email, reason, release, uri }, ctx) {
    if (release === (reason !== null))
      throw new CommandError('give either --reason or --release', 2);
    const publisherId = await withServices({ uri }, ctx, async (services) => {
      const { id } = await getAccountByName(services, email);
      await holdPayments(services, { accountId: id, reason });
      return id;
    });
    return {
      text: `the earnings of ${email} are ${reason === null ? 'paid' : 'held'}`,
      json: { publisherId, heldReason: reason },
    };
  },
});
