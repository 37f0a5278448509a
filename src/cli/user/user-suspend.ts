import {
  getAccountByName,
  suspendAccount,
} from '../../identity/accounts/account-management.service';
import { toAccountJson } from '../account/account-text';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const userSuspend = defineCommand({
  name: 'user suspend',
  summary: 'Shuts an account out: all of its tokens are refused.',
  details:
    'Its sessions end, and its access tokens are refused within 2 seconds by every running gateway. Whoever logs in with the right password reads the reason.',
  arguments: [{ name: 'email', description: 'email or id of the account' }],
  options: {
    reason: { value: '<text>', isRequired: true, description: 'what its owner shall read' },
    uri: uriOption,
  },
  async run({ email, reason, uri }, ctx) {
    const account = await withServices({ uri }, ctx, async (services) => {
      const { id } = await getAccountByName(services, email);
      return suspendAccount(services, { id, reason });
    });
    return { text: `${email} is suspended`, json: toAccountJson(account) };
  },
});
