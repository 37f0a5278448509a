import { rejectWithdrawal } from '../../money/withdrawals/withdrawal.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { parseId } from '../id-text';
import { withServices } from '../services';
import { toWithdrawalJson, withdrawalArgument } from './withdrawal-text';

export const withdrawalReject = defineCommand({
  name: 'withdrawal reject',
  summary: 'Makes a withdrawal funds again that there is no payment of.',
  details: 'A payment that is prepared goes on: the ledger may have it.',
  arguments: [withdrawalArgument],
  options: {
    reason: { value: '<text>', isRequired: true, description: 'why; its owner reads it' },
    uri: uriOption,
  },
  async run({ id, reason, uri }, ctx) {
    const withdrawalId = parseId(id, 'a withdrawal');
    const json = toWithdrawalJson(
      await withServices({ uri }, ctx, (services) =>
        rejectWithdrawal(services, { id: withdrawalId, reason }),
      ),
      null,
    );
    return { text: `${json.amount} coins are funds of account ${json.accountId} again`, json };
  },
});
