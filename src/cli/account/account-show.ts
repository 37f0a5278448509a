import { getAccountByName } from '../../identity/accounts/account-management.service';
import { accountArguments, toMoneyJson } from './account-booking';
import { describeMembers } from './account-text';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const accountShow = defineCommand({
  name: 'account show',
  summary: 'Shows what an account has: funds, earnings, credit limit.',
  details: 'All are coins of the ledger.',
  arguments: accountArguments,
  options: { uri: uriOption },
  run: ({ email, uri }, ctx) =>
    withServices({ uri }, ctx, async (services) => {
      const json = await toMoneyJson(services, await getAccountByName(services, email));
      const creditLimit = json.creditLimit ?? 'unlimited';
      return { text: describeMembers({ ...json, creditLimit }), json };
    }),
});
