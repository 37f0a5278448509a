import { getAccountByName } from '../identity/accounts/account-management.service';
import { describeAccount, toAccountJson } from './account-text';
import { defineCommand } from './command';
import { uriOption } from './database';
import { withServices } from './services';

export const userShow = defineCommand({
  name: 'user show',
  summary: 'Shows an account.',
  details: 'Its credit limit is in coins. `adgate account show` says what it has.',
  arguments: [{ name: 'email', description: 'email or id of the account' }],
  options: { uri: uriOption },
  async run({ email, uri }, ctx) {
    const account = await withServices({ uri }, ctx, (services) =>
      getAccountByName(services, email),
    );
    return { text: describeAccount(account), json: toAccountJson(account) };
  },
});
