import type { graphql } from '../graphql/graphql';
import { type TableChange, type TableSearch, tableSearchReader } from '../list/table-search';

export type AccountOrder = ReturnType<typeof graphql.scalar<'AccountOrder'>>;
type Role = ReturnType<typeof graphql.scalar<'Role'>>;

/** Filtered by, where other lists have statuses. */
export const userRoles = ['advertiser', 'publisher', 'operator'] as const;

export type UsersSearch = TableSearch<AccountOrder, Role>;
export type UsersChange = TableChange<AccountOrder, Role>;

export const readUsersSearch = tableSearchReader<AccountOrder, Role>({
  orders: ['created', 'email'],
  statuses: userRoles,
});
