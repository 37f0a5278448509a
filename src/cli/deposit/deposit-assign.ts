import { getAccountByName } from '../../identity/accounts/account-management.service';
import { assignDeposit } from '../../money/deposits/deposit.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { toDepositJson } from './deposit-text';
import { parseId } from '../id-text';
import { withServices } from '../services';

export const depositAssign = defineCommand({
  name: 'deposit assign',
  summary: 'Gives a deposit that names nobody to the funds of an account.',
  details: 'To the same account again changes nothing; to another one it is refused.',
  arguments: [
    { name: 'id', description: 'id of the deposit' },
    { name: 'email', description: 'email or id of the account' },
  ],
  options: { uri: uriOption },
  async run({ id, email, uri }, ctx) {
    const deposit = await withServices({ uri }, ctx, async (services) => {
      const account = await getAccountByName(services, email);
      return assignDeposit(services, { id: parseId(id, 'a deposit'), accountId: account.id });
    });
    const json = toDepositJson(deposit);
    return { text: `${json.amount} coins are in the funds of ${email}`, json };
  },
});
