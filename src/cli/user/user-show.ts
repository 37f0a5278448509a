import { getAccountByName } from '../../identity/accounts/account-management.service';
import { getDepositCode } from '../../money/deposits/deposit.service';
import { describeAccount, toAccountJson } from '../account/account-text';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const userShow = defineCommand({
  name: 'user show',
  summary: 'Shows an account.',
  details: 'Its credit limit is in coins. `adgate account show` says what it has.',
  arguments: [{ name: 'email', description: 'email or id of the account' }],
  options: { uri: uriOption },
  async run({ email, uri }, ctx) {
    const { account, depositCode } = await withServices({ uri }, ctx, async (services) => {
      const found = await getAccountByName(services, email);
      return { account: found, depositCode: getDepositCode(services, found.id) };
    });
    return {
      text: describeAccount(account, { depositCode }),
      json: { ...toAccountJson(account), depositCode },
    };
  },
});
