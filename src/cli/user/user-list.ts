import { listAccounts } from '../../identity/accounts/account-management.service';
import { parseRoles, toAccountJson } from '../account/account-text';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { readLimit } from '../option-text';
import { withServices } from '../services';

const limits = { usual: 100, most: 1_000 } as const;

export const userList = defineCommand({
  name: 'user list',
  summary: 'Lists the accounts that have an email, by email.',
  details: `At most --limit of them; the next ones are those --after the last email.`,
  options: {
    role: { value: '<role>', description: 'only those with this role' },
    after: { value: '<email>', description: 'only those behind this one' },
    limit: { value: '<number>', description: `1 to ${limits.most}; default ${limits.usual}` },
    uri: uriOption,
  },
  async run({ role, after, limit, uri }, ctx) {
    const params = {
      role: role === null ? null : parseRoles(role)[0]!,
      afterEmail: after?.toLowerCase() ?? null,
      emailPrefix: null,
      limit: readLimit(limit, limits),
    };
    const accounts = await withServices({ uri }, ctx, (services) => listAccounts(services, params));
    const lines = accounts.map(
      ({ id, email, roles, suspendedReason }) =>
        `${id}  ${email ?? ''}  ${roles.join(',')}${suspendedReason === null ? '' : `  suspended: ${suspendedReason}`}`,
    );
    return {
      text: lines.length === 0 ? 'no accounts' : lines.join('\n'),
      json: { users: accounts.map(toAccountJson) },
    };
  },
});
