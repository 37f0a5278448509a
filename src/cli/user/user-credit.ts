import {
  getAccountByName,
  setCreditLimit,
} from '../../identity/accounts/account-management.service';
import { type Amount, parseAmount } from '../../amount';
import { toAccountJson } from '../account/account-text';
import { CommandError, defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const userCredit = defineCommand({
  name: 'user credit',
  summary: 'Sets how far the funds of an account may go below 0.',
  details: 'New accounts have the limit of ADGATE_DEFAULT_CREDIT.',
  arguments: [{ name: 'email', description: 'email or id of the account' }],
  options: {
    limit: {
      value: '<coins>',
      isRequired: true,
      description: 'coins such as 250 or 0.5, or `unlimited`',
    },
    uri: uriOption,
  },
  async run({ email, limit, uri }, ctx) {
    const creditLimit = parseLimit(limit);
    const account = await withServices({ uri }, ctx, async (services) => {
      const { id } = await getAccountByName(services, email);
      return setCreditLimit(services, { id, creditLimit });
    });
    const json = toAccountJson(account);
    const text =
      json.creditLimit === null ? 'has no credit limit' : `may owe ${json.creditLimit} coins`;
    return { text: `${email} ${text}`, json };
  },
});

function parseLimit(text: string): Amount | null {
  if (text === 'unlimited') return null;
  const amount = parseAmount(text);
  if (amount === null || amount < 0n)
    throw new CommandError('--limit must be coins such as 250 or 0.5, or `unlimited`', 2);
  return amount;
}
