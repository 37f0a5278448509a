import { approveWithdrawal } from '../money/withdrawals/withdrawal.service';
import { defineCommand } from './command';
import { uriOption } from './database';
import { withServices } from './services';
import { readWithdrawalId, toWithdrawalJson, withdrawalArgument } from './withdrawal-text';

export const withdrawalApprove = defineCommand({
  name: 'withdrawal approve',
  summary: 'Lets a withdrawal be paid that waits for it, or for a mail to be followed.',
  details: 'It is paid with one of the next turns of settlement, unless something holds it.',
  arguments: [withdrawalArgument],
  options: { uri: uriOption },
  async run({ id, uri }, ctx) {
    const withdrawalId = readWithdrawalId(id);
    const json = toWithdrawalJson(
      await withServices({ uri }, ctx, (services) => approveWithdrawal(services, withdrawalId)),
    );
    return { text: `${json.amount} coins are paid to ${json.address}`, json };
  },
});
