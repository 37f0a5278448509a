import { getAccountByName } from '../../identity/accounts/account-management.service';
import { withdrawalSteps } from '../../money/withdrawals/withdrawal';
import { listHeldReasons, listAllWithdrawals } from '../../money/withdrawals/withdrawal.service';
import { defineCommand } from '../command';
import { listAll, listDetails, listOptions } from '../list-of-all';
import { readOneOf } from '../option-text';
import { toWithdrawalJson } from './withdrawal-text';

export const withdrawalList = defineCommand({
  name: 'withdrawal list',
  summary: 'Lists withdrawals of funds, by id.',
  details: `${listDetails} \`adgate payment show <id>\` shows how far one is that is prepared.`,
  options: {
    step: { value: '<step>', description: `${withdrawalSteps.join(', ')}; default: any` },
    account: { value: '<email>', description: 'only those of this account, by email or id' },
    ...listOptions,
  },
  async run({ step, account: name, after, uri }, ctx) {
    const wanted = readOneOf('--step', withdrawalSteps, step);
    return listAll('withdrawals', { after, uri }, ctx, {
      find: async (services, params) => {
        const account = name === null ? null : await getAccountByName(services, name);
        const filter = { step: wanted, accountId: account?.id ?? null };
        const found = await listAllWithdrawals(services, filter, params);
        const reasons = await listHeldReasons(
          services,
          found.flatMap(({ id, step: at }) => (at === 'approved' ? [id] : [])),
        );
        return found.map((one) => toWithdrawalJson(one, reasons.get(one.id) ?? null));
      },
      toJson: (one) => one,
      toLine: (one) =>
        `${one.id}  ${one.step}  ${one.amount} to ${one.address}  ${one.reason ?? one.heldReason ?? ''}`.trimEnd(),
    });
  },
});
