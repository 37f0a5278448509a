import { unassignDeposit } from '../../money/deposits/unassign-deposit.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { toDepositJson } from './deposit-text';
import { parseId } from '../id-text';
import { withServices } from '../services';

export const depositUnassign = defineCommand({
  name: 'deposit unassign',
  summary: 'Takes a deposit back from the account that it was given to by mistake.',
  details:
    'It is nobody’s again then. Refused where its message names the account, and where less of the funds is free by now.',
  arguments: [{ name: 'id', description: 'id of the deposit' }],
  options: { uri: uriOption },
  async run({ id, uri }, ctx) {
    const deposit = await withServices({ uri }, ctx, (services) =>
      unassignDeposit(services, parseId(id, 'a deposit')),
    );
    const json = toDepositJson(deposit);
    return { text: `${json.amount} coins are in nobody's funds`, json };
  },
});
