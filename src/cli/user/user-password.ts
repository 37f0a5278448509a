import { createPasswordResetLink, setPassword } from '../../identity/accounts/password.service';
import { emailArgument, idOfAccount, readPassword, toAccountJson } from '../account/account-text';
import { CommandError, defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const userPassword = defineCommand({
  name: 'user password',
  summary: 'Sets a password, or makes a link with which its owner does.',
  details:
    'A new password ends the sessions of the account; its access tokens stay. The link works once, for 24 hours, and begins with ADGATE_PUBLIC_URL, else with the address of the gateway on this data folder.',
  arguments: [emailArgument],
  options: {
    'password-stdin': { description: 'read the new password from standard input' },
    'reset-link': { description: 'print a link instead, for the owner to set a password' },
    uri: uriOption,
  },
  async run({ email, uri, 'password-stdin': isGiven, 'reset-link': isLink }, ctx) {
    if (isGiven === isLink)
      throw new CommandError('give either --password-stdin or --reset-link', 2);
    const password = isGiven ? readPassword(await ctx.readStdin()) : null;
    return withServices({ uri }, ctx, async (services) => {
      const id = await idOfAccount(services, email);
      if (password === null) {
        const link = await createPasswordResetLink(services, id);
        return { text: link, json: { id, link } };
      }
      const account = await setPassword(services, { accountId: id, password });
      return { text: `${email} has a new password`, json: toAccountJson(account) };
    });
  },
});
