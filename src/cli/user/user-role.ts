import { getAccountByName, setRoles } from '../../identity/accounts/account-management.service';
import { parseRoles, toAccountJson } from '../account/account-text';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const userRole = defineCommand({
  name: 'user role',
  summary: 'Sets what an account may do.',
  details: 'The roles take the place of those that it had.',
  arguments: [{ name: 'email', description: 'email or id of the account' }],
  options: {
    roles: {
      value: '<list>',
      isRequired: true,
      description: 'of advertiser, publisher, operator, by commas',
    },
    uri: uriOption,
  },
  async run({ email, roles: list, uri }, ctx) {
    const roles = parseRoles(list);
    const account = await withServices({ uri }, ctx, async (services) => {
      const { id } = await getAccountByName(services, email);
      return setRoles(services, { id, roles });
    });
    return { text: `${email} is ${roles.join(', ')}`, json: toAccountJson(account) };
  },
});
