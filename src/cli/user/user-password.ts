import { getAccountByName } from '../../identity/accounts/account-management.service';
import { createPasswordResetLink, setPassword } from '../../identity/accounts/password.service';
import type { ServiceContext } from '../../context';
import { readPassword, toAccountJson } from '../account/account-text';
import { CommandError, type CommandResult, defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const userPassword = defineCommand({
  name: 'user password',
  summary: 'Sets a password, or makes a link with which its owner does.',
  details:
    'A new password ends the sessions of the account; its access tokens stay. The link works once, for 24 hours, and begins with ADGATE_PUBLIC_URL, else with the address of the gateway on this data folder.',
  arguments: [{ name: 'email', description: 'email or id of the account' }],
  options: {
    'password-stdin': { description: 'read the new password from standard input' },
    'reset-link': { description: 'print a link instead, for the owner to set a password' },
    uri: uriOption,
  },
  async run({ email, uri, 'password-stdin': isGiven, 'reset-link': isLink }, ctx) {
    if (isGiven === isLink)
      throw new CommandError('give either --password-stdin or --reset-link', 2);
    const password = isGiven ? readPassword(await ctx.readStdin()) : null;
    return withServices({ uri }, ctx, (services) =>
      password === null ? printLink(services, email) : store(services, email, password),
    );
  },
});

async function printLink(services: ServiceContext, email: string): Promise<CommandResult> {
  const { id } = await getAccountByName(services, email);
  const link = await createPasswordResetLink(services, id);
  return { text: link, json: { id, link } };
}

async function store(
  services: ServiceContext,
  email: string,
  password: string,
): Promise<CommandResult> {
  const { id: accountId } = await getAccountByName(services, email);
  const account = await setPassword(services, { accountId, password });
  return { text: `${email} has a new password`, json: toAccountJson(account) };
}
