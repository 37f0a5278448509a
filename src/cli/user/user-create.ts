import { createAccount } from '../../identity/accounts/account.service';
import { languages } from '../../language';
import {
  describeAccount,
  readEmail,
  readPassword,
  readRoles,
  toAccountJson,
} from '../account/account-text';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { readOneOf } from '../option-text';
import { withServices } from '../services';

/** 144 bits. */
const passwordBytes = 18;

const readLanguage = readOneOf(languages);

export const userCreate = defineCommand({
  name: 'user create',
  summary: 'Makes an account that can log in.',
  details:
    'The password is read from standard input, or made and shown this once. The first operator is made like this: adgate user create you@example.org --roles operator',
  arguments: [{ name: 'email', description: 'what the account logs in with', read: readEmail }],
  options: {
    'password-stdin': {
      description: 'read the password, 10 to 1024 characters, from standard input',
    },
    roles: {
      value: '<list>',
      description: 'of advertiser, publisher, operator, by commas; default: advertiser,publisher',
      read: readRoles,
    },
    language: {
      value: '<language>',
      description: 'of mails to the account, en or de; default: none is set, and mails are English',
      read: readLanguage,
    },
    uri: uriOption,
  },
  async run({ email, roles, language, uri, 'password-stdin': isPasswordGiven }, ctx) {
    const given = isPasswordGiven ? readPassword(await ctx.readStdin()) : null;
    return withServices({ uri, mayBeNew: true }, ctx, async (services) => {
      const password = given ?? services.randomBytes(passwordBytes).toString('base64url');
      const account = await createAccount(services, {
        ...{ email, password, language: language ?? undefined },
        roles: roles ?? ['advertiser', 'publisher'],
      });
      const made = given === null ? { password } : {};
      const shown = given === null ? `\n\nIts password, shown this once: ${password}` : '';
      return {
        text: `${describeAccount(account)}${shown}`,
        json: { ...toAccountJson(account), ...made },
      };
    });
  },
});
