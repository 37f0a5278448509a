import { assertShortSearch, type ReadTable, readTable } from '../../platform/lists/table';
import type { Account } from './account';
import type { AccountContext } from './account.context';
import type { AccountOrder } from './account-order';
import type { AccountTableFilter } from './account-table.store';

export interface AccountTableParams extends Pick<AccountTableFilter, 'roles'> {
  /** A part of their emails, in capitals or not; empty: any email. */
  readonly search: string;
  readonly order: AccountOrder;
  readonly isDescending: boolean;
  /** Accounts of a page, from 1; default 50, at most 100: more is cut. */
  readonly first: number | null;
  /** From 1; default 1. */
  readonly page: number | null;
}

/** No email is longer. */
const longestSearch = 254;

/** A page of the accounts that have an email. @throws {AppError} `VALIDATION_FAILED` for a text that is longer than emails are. */
export async function listAccountTable(
  { accounts }: AccountContext,
  { search, roles, order, isDescending, first, page }: AccountTableParams,
): Promise<ReadTable<Account>> {
  assertShortSearch(search, longestSearch);
  const filter = { part: search.toLowerCase(), roles };
  return readTable(
    { first, page, usual: 50, most: 100 },
    {
      count: () => accounts.countTable(filter),
      list: (part) => accounts.listTable(filter, { ...part, order, isDescending }),
    },
  );
}
