import { getAccountByName } from '../../identity/accounts/account-management.service';
import { listAllDeposits } from '../../money/deposits/deposit.service';
import { defineCommand } from '../command';
import { toDepositJson } from './deposit-text';
import { listAll, listDetails, listOptions } from '../list-of-all';

export const depositList = defineCommand({
  name: 'deposit list',
  summary: 'Lists what came in on the ledger, by id.',
  details: listDetails,
  options: {
    unassigned: { description: 'only those that name nobody and were given to nobody' },
    user: { value: '<email>', description: 'only those of this account, by email or id' },
    ...listOptions,
  },
  run: ({ unassigned, user, after, uri }, ctx) =>
    listAll('deposits', { after, uri }, ctx, {
      find: async (services, params) => {
        const account = user === null ? null : await getAccountByName(services, user);
        const filter = { accountId: account?.id ?? null, isUnassigned: unassigned };
        return listAllDeposits(services, filter, params);
      },
      toJson: toDepositJson,
      toLine: (one) =>
        `${one.id}  ${one.amount} from ${one.sender}  ${one.transactionId}  ${one.accountId ?? 'unassigned'}`,
    }),
});
