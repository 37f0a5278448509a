import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { readAllPages } from '../list/read-all-pages';
import type { UsersSearch } from '../pages/users.search';

const usersDocument = graphql(`
  query Users(
    $search: String
    $roles: [Role!]
    $orderBy: AccountOrder
    $isDescending: Boolean
    $page: PositiveInt
  ) {
    accountTable(
      search: $search
      roles: $roles
      orderBy: $orderBy
      isDescending: $isDescending
      first: 50
      page: $page
    ) {
      totalCount
      pageInfo {
        lastPage
      }
      nodes {
        id
        email
        holder: name
        company
        roles
        suspendedReason
        emailConfirmedAt
        createdAt
        funds
        earnings
      }
    }
  }
`);

const shortDocument = graphql(`
  query ShortUsers($search: String, $roles: [Role!], $page: PositiveInt) {
    accountTable(search: $search, roles: $roles, first: 100, page: $page) {
      pageInfo {
        lastPage
      }
      nodes {
        id
        email
        suspendedReason
      }
    }
  }
`);

type ShortNode = ResultOf<typeof shortDocument>['accountTable']['nodes'][number];

/** Users are known by their emails. */
const named = <User extends Pick<ShortNode, 'id' | 'email'>>(user: User) => ({
  ...user,
  name: user.email ?? user.id,
});

/** As much of a user as it takes to act on the account. */
export type ShortUser = ReturnType<typeof named<ShortNode>>;
export type ListedUser = ReturnType<
  typeof named<ResultOf<typeof usersDocument>['accountTable']['nodes'][number]>
>;

const filterOf = ({ search, status }: UsersSearch) => ({
  search: search ?? null,
  roles: status ? [...status] : null,
});

/** A page of the list, as the address says. */
export const usersQuery = (search: UsersSearch) => {
  const { order = 'created', up, page = 1 } = search;
  const variables = { ...filterOf(search), orderBy: order, isDescending: up !== true, page };
  return queryOptions({
    queryKey: ['users', variables],
    queryFn: async ({ signal }) => {
      const { accountTable } = await request(usersDocument, variables, signal);
      return { ...accountTable, nodes: accountTable.nodes.map(named) };
    },
    placeholderData: keepPreviousData,
  });
};

/** All users that the address leaves in the list. */
export function readAllUsers(search: UsersSearch): Promise<readonly ShortUser[]> {
  return readAllPages(async (page) => {
    const { accountTable } = await request(shortDocument, { ...filterOf(search), page });
    return { ...accountTable, nodes: accountTable.nodes.map(named) };
  });
}
