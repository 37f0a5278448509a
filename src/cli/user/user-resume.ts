import {
  getAccountByName,
  resumeAccount,
} from '../../identity/accounts/account-management.service';
import { toAccountJson } from '../account/account-text';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const userResume = defineCommand({
  name: 'user resume',
  summary: 'Lets a suspended account in again.',
  details:
    'Its owner logs in anew; access tokens that have not expired meanwhile work again: `adgate token revoke` ends them.',
  arguments: [{ name: 'email', description: 'email or id of the account' }],
  options: { uri: uriOption },
  async run({ email, uri }, ctx) {
    const account = await withServices({ uri }, ctx, async (services) => {
      const { id } = await getAccountByName(services, email);
      return resumeAccount(services, id);
    });
    return { text: `${email} is not suspended any more`, json: toAccountJson(account) };
  },
});
