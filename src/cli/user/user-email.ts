import { getAccountByName } from '../../identity/accounts/account-management.service';
import { requireEmail } from '../../identity/accounts/email';
import { setEmailFor } from '../../identity/accounts/email-change.service';
import { toAccountJson } from '../account/account-text';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const userEmail = defineCommand({
  name: 'user email',
  summary: 'Gives an account another email, without asking there.',
  details:
    'Its sessions end, and so do the links that were sent to the former email, which is told by mail. Access tokens stay. Nothing is paid for 24 hours.',
  arguments: [
    { name: 'email', description: 'email or id of the account' },
    { name: 'new-email', description: 'the one that it logs in with from now on' },
  ],
  options: { uri: uriOption },
  async run({ email, 'new-email': newEmail, uri }, ctx) {
    const account = await withServices({ uri }, ctx, async (services) => {
      const { id } = await getAccountByName(services, email);
      return setEmailFor(services, { accountId: id, email: requireEmail(newEmail) });
    });
    return { text: `${email} is now ${account.email}`, json: toAccountJson(account) };
  },
});
