import { invalid } from '../../errors';
import { pageOfTable, type TablePageInfo } from '../../platform/lists/table';
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

/** A page of the accounts that have an email. */
export interface AccountTable {
  readonly nodes: readonly Account[];
  readonly totalCount: number;
  readonly pageInfo: TablePageInfo;
}

/** No email is longer. */
const longestSearch = 254;

/** @throws {AppError} `VALIDATION_FAILED` for a text that is longer than emails are. */
export async function listAccountTable(
  { accounts }: AccountContext,
  { search, roles, order, isDescending, first, page }: AccountTableParams,
): Promise<AccountTable> {
  if (search.length > longestSearch)
    throw invalid({ search: [`must have at most ${longestSearch} characters`] });
  const filter = { part: search.toLowerCase(), roles };
  const totalCount = await accounts.countTable(filter);
  const part = pageOfTable({ first, page, usual: 50, most: 100 }, totalCount);
  const { offset, limit, pageInfo } = part;
  const nodes = await accounts.listTable(filter, { order, isDescending, offset, limit });
  return { nodes, totalCount, pageInfo };
}
