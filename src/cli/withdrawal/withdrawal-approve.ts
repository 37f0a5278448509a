import { approveWithdrawal, listHeldReasons } from '../../money/withdrawals/withdrawal.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { parseId } from '../id-text';
import { withServices } from '../services';
import { toWithdrawalJson, withdrawalArgument } from './withdrawal-text';

export const withdrawalApprove = defineCommand({
  name: 'withdrawal approve',
  summary: 'Lets a withdrawal be paid that waits for it, or for a mail to be followed.',
  details: 'It is paid with one of the next turns of settlement, unless something holds it.',
  arguments: [withdrawalArgument],
  options: { uri: uriOption },
  async run({ id, uri }, ctx) {
    const withdrawalId = parseId(id, 'a withdrawal');
    const json = await withServices({ uri }, ctx, async (services) => {
      const approved = await approveWithdrawal(services, withdrawalId);
      const reasons = await listHeldReasons(services, [approved.id]);
      return toWithdrawalJson(approved, reasons.get(approved.id) ?? null);
    });
    const { amount, address, heldReason } = json;
    const held = heldReason === null ? '' : `, but not yet: ${heldReason}`;
    return { text: `${amount} coins are paid to ${address}${held}`, json };
  },
});
