import { formatAmount } from '../../amount';
import { type Withdrawal, withdrawalSteps } from '../../money/withdrawals/withdrawal';
import {
  approveWithdrawal,
  listAllWithdrawals,
  listHeldReasons,
  rejectWithdrawal,
} from '../../money/withdrawals/withdrawal.service';
import { idOfAccount, readAccountName } from '../account/account-text';
import type { Command } from '../command';
import { afterOption, listDetails, printList, sliceAfter } from '../list-text';
import { readIdOf, readOneOf, reasonOption } from '../option-text';
import { serviceCommand } from '../service-command';

const withdrawalArgument = {
  name: 'id',
  description: 'id of the withdrawal',
  read: readIdOf('a withdrawal'),
} as const;

const readStep = readOneOf(withdrawalSteps);

export const withdrawalCommands: readonly Command[] = [
  serviceCommand({
    name: 'withdrawal list',
    summary: 'Lists withdrawals of funds, by id.',
    details: `${listDetails} \`adgate payment show <id>\` shows how far one is that is prepared.`,
    options: {
      step: {
        value: '<step>',
        description: `${withdrawalSteps.join(', ')}; default: any`,
        read: readStep,
      },
      account: {
        value: '<email>',
        description: 'only those of this account, by email or id',
        read: readAccountName,
      },
      after: afterOption,
    },
    async work(services, { step, account, after }) {
      const accountId = account === null ? null : await idOfAccount(services, account);
      const found = await listAllWithdrawals(services, { step, accountId }, sliceAfter(after));
      const approved = found.flatMap(({ id, step: at }) => (at === 'approved' ? [id] : []));
      const reasons = await listHeldReasons(services, approved);
      return found.map((one) => toWithdrawalJson(one, reasons.get(one.id)?.message));
    },
    print: (withdrawals) =>
      printList('withdrawals', withdrawals, (one) =>
        `${one.id}  ${one.step}  ${one.amount} to ${one.address}  ${one.reason ?? one.heldReason ?? ''}`.trimEnd(),
      ),
  }),
  serviceCommand({
    name: 'withdrawal approve',
    summary: 'Lets a withdrawal be paid that waits for it, or for a mail to be followed.',
    details: 'It is paid with one of the next turns of settlement, unless something holds it.',
    arguments: [withdrawalArgument],
    options: {},
    async work(services, { id }) {
      const approved = await approveWithdrawal(services, id);
      const reasons = await listHeldReasons(services, [approved.id]);
      return toWithdrawalJson(approved, reasons.get(approved.id)?.message);
    },
    print(json) {
      const held = json.heldReason === null ? '' : `, but not yet: ${json.heldReason}`;
      return { text: `${json.amount} coins are paid to ${json.address}${held}`, json };
    },
  }),
  serviceCommand({
    name: 'withdrawal reject',
    summary: 'Makes a withdrawal funds again that there is no payment of.',
    details: 'A payment that is prepared goes on: the ledger may have it.',
    arguments: [withdrawalArgument],
    options: { reason: reasonOption },
    work: async (services, params) => toWithdrawalJson(await rejectWithdrawal(services, params)),
    print: (json) => ({
      text: `${json.amount} coins are funds of account ${json.accountId} again`,
      json,
    }),
  }),
];

/**
 * A withdrawal as `--json` prints it: amounts are coins. From `prepared` on, the payment of the same id says more.
 *
 * @param heldReason why it is not paid though it is approved; null: nothing keeps it from that
 */
function toWithdrawalJson(withdrawal: Withdrawal, heldReason: string | null = null) {
  const { id, accountId, reference, amount, address, step, reason } = withdrawal;
  const { requestedAt, expiresAt, approvedAt, endedAt } = withdrawal;
  return {
    ...{ id, accountId, reference, amount: formatAmount(amount), address, step, reason },
    ...{ heldReason, requestedAt, expiresAt, approvedAt, endedAt },
  };
}
