import type { Model } from 'mongoose';
import type { TableRange } from '../../platform/lists/table';
import type { Account, Role } from './account';
import type { AccountDocument } from './account-document';
import type { AccountOrder } from './account-order';
import { literalPattern } from '../../platform/database/literal-pattern';

export interface AccountTableFilter {
  /** Lower-case: a part of their emails; empty: any email. */
  readonly part: string;
  /** Only those with one of them; null: any. */
  readonly roles: readonly Role[] | null;
}

/** The table of the accounts that have an email: of persons, that is. */
export function createAccountTable(
  accounts: Model<AccountDocument>,
  toAccount: (document: AccountDocument) => Account,
) {
  return {
    countTable: (filter: AccountTableFilter): Promise<number> =>
      accounts.countDocuments(conditionsOf(filter)),

    async listTable(
      filter: AccountTableFilter,
      { order, isDescending, offset, limit }: TableRange<AccountOrder>,
    ): Promise<readonly Account[]> {
      const direction = isDescending ? -1 : 1;
      const found = await accounts
        .find(conditionsOf(filter))
        .sort(order === 'email' ? { email: direction } : { createdAt: direction, _id: direction })
        .skip(offset)
        .limit(limit)
        .lean<AccountDocument[]>();
      return found.map(toAccount);
    },
  };
}

const conditionsOf = ({ part, roles }: AccountTableFilter) => ({
  email: part === '' ? { $gt: '' } : new RegExp(literalPattern(part)),
  ...(roles && { roles: { $in: [...roles] } }),
});
