import { getAccountByName } from '../../identity/accounts/account-management.service';
import { createLogInLink } from '../../identity/accounts/log-in-link.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const userLink = defineCommand({
  name: 'user link',
  summary: 'Makes a link that opens the panel logged in as the account.',
  details:
    'It works once, for 15 minutes, and begins with ADGATE_PUBLIC_URL, else with the address of the gateway on this data folder.',
  arguments: [{ name: 'email', description: 'email or id of the account' }],
  options: { uri: uriOption },
  async run({ email, uri }, ctx) {
    return withServices({ uri }, ctx, async (services) => {
      const { id } = await getAccountByName(services, email);
      const link = await createLogInLink(services, id);
      return { text: link, json: { id, link } };
    });
  },
});
