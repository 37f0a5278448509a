import { getAccountByName, setCreditLimit } from '../accounts/account-management.service';
import { type Amount, parseAmount } from '../amount';
import { toAccountJson } from './account-text';
import { CommandError, defineCommand } from './command';
import { uriOption } from './database';
import { withServices } from './services';

export const userCredit = defineCommand({
  name: 'user credit',
  summary: 'Sets how far the balance of an account may go below 0.',
  details: 'New accounts have no limit.',
  arguments: [{ name: 'email', description: 'email or id of the account' }],
  options: {
    limit: {
      value: '<usd>',
      isRequired: true,
      description: 'USD such as 250 or 0.5, or `unlimited`',
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
      json.creditLimit === null ? 'has no credit limit' : `may owe ${json.creditLimit} USD`;
    return { text: `${email} ${text}`, json };
  },
});

function parseLimit(text: string): Amount | null {
  if (text === 'unlimited') return null;
  const amount = parseAmount(text);
  if (amount === null || amount < 0n)
    throw new CommandError('--limit must be USD such as 250 or 0.5, or `unlimited`', 2);
  return amount;
}
