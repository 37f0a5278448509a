import { getAccountByName } from '../../identity/accounts/account-management.service';
import { setPayoutAddressFor } from '../../identity/accounts/payout-address.service';
import { toAccountJson } from '../account/account-text';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const userPayout = defineCommand({
  name: 'user payout',
  summary: 'Sets the address of the ledger that an account is paid at.',
  details:
    'Finds name the account by it, too, unless they name another one. A change is told by mail, and nothing is paid for 24 hours.',
  arguments: [
    { name: 'email', description: 'email or id of the account' },
    { name: 'address', description: 'an account of the ledger, such as 0001-00000001-8B4E' },
  ],
  options: { uri: uriOption },
  async run({ email, address, uri }, ctx) {
    const account = await withServices({ uri }, ctx, async (services) => {
      const { id } = await getAccountByName(services, email);
      return setPayoutAddressFor(services, { accountId: id, address });
    });
    const json = toAccountJson(account);
    const isNamed = account.provenAddresses.some((one) => one === account.payoutAddress);
    const text = `${email} is paid at ${account.payoutAddress}${isNamed ? '' : ', by which finds name another account'}`;
    return { text, json };
  },
});
