import { listAccounts } from '../identity/accounts/account-management.service';
import { parseRoles, toAccountJson } from './account-text';
import { CommandError, defineCommand } from './command';
import { uriOption } from './database';
import { withServices } from './services';

const defaultLimit = 100;
const mostLimit = 1_000;

export const userList = defineCommand({
  name: 'user list',
  summary: 'Lists the accounts that have an email, by email.',
  details: `At most --limit of them; the next ones are those --after the last email.`,
  options: {
    role: { value: '<role>', description: 'only those with this role' },
    after: { value: '<email>', description: 'only those behind this one' },
    limit: { value: '<number>', description: `1 to ${mostLimit}; default ${defaultLimit}` },
    uri: uriOption,
  },
  async run({ role, after, limit, uri }, ctx) {
    const params = {
      role: role === null ? null : parseRoles(role)[0]!,
      afterEmail: after?.toLowerCase() ?? null,
      limit: parseLimit(limit),
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

function parseLimit(text: string | null): number {
  if (text === null) return defaultLimit;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > mostLimit)
    throw new CommandError(`--limit must be a whole number from 1 to ${mostLimit}`, 2);
  return limit;
}
