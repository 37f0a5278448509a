import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import type { Column } from '../list/figure-columns';
import { SortHead } from '../list/sort-head';
import { Toolbar } from '../list/toolbar';
import { Invite } from '../operator/invite';
import { TextLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { Money } from '../parts/money';
import { PageHead } from '../parts/page-head';
import { Pager } from '../parts/pager';
import { Problem } from '../parts/problem';
import { StatusBadge } from '../parts/status-badge';
import { When } from '../parts/when';
import { t, wordOf } from '../texts/texts';
import {
  type AccountOrder,
  readUsersSearch,
  userRoles,
  type UsersChange,
  type UsersSearch,
} from './users.search';

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
        name
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

type User = ResultOf<typeof usersDocument>['accountTable']['nodes'][number];

const route = getRouteApi('/operator/users');

const orders: readonly [Column<AccountOrder>, ...Column<AccountOrder>[]] = [
  ['created', t('common.since')],
  ['email', t('common.email')],
];

/** Everybody who can log in, the newest first. */
export function UsersPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { status, search: part, order = 'created', up, page = 1 } = search;
  const variables = {
    ...{ search: part ?? null, roles: status ? [...status] : null },
    ...{ orderBy: order, isDescending: up !== true, page },
  };
  const users = useQuery({
    queryKey: ['users', variables],
    queryFn: async ({ signal }) => (await request(usersDocument, variables, signal)).accountTable,
    placeholderData: keepPreviousData,
  });
  const list = users.data;
  const onChange = (changes: UsersChange) =>
    void navigate({
      // The search as it is then: two changes may come in one moment.
      search: (before) => readUsersSearch({ ...before, page: undefined, ...changes }),
      resetScroll: changes.page !== undefined,
    });
  return (
    <>
      <PageHead title={t('operator.users')} about={t('operator.everybodyWhoCanLogIn')} />
      <Invite />
      <Problem error={users.error} onRetry={() => void users.refetch()} />
      <section className="card" data-flush>
        <Toolbar
          {...{ search, onChange, orders }}
          statuses={userRoles}
          searchLabel={t('operator.searchEmails')}
          statusLabel={t('operator.role')}
        />
        {list === undefined ? (
          users.isPending && <Loading />
        ) : (
          <>
            <List users={list.nodes} {...{ search, onChange }} />
            <p className="list-count soft small">
              {t('operator.userCount', { count: list.totalCount })}
            </p>
            <Pager
              last={list.pageInfo.lastPage}
              page={page}
              onGo={(to) => onChange({ page: to })}
            />
          </>
        )}
      </section>
    </>
  );
}

interface ListProps {
  readonly users: readonly User[];
  readonly search: UsersSearch;
  readonly onChange: (changes: UsersChange) => void;
}

function List({ users, search, onChange }: ListProps) {
  if (users.length === 0) return <p className="none">{t('operator.nobodyIsLikeThat')}</p>;
  return (
    <table className="table" aria-label={t('operator.users')}>
      <thead>
        <tr>
          <SortHead {...{ search, onChange }} order="email" label={t('common.email')} />
          <th scope="col">{t('common.roles')}</th>
          <th scope="col">{t('common.status')}</th>
          <SortHead {...{ search, onChange }} order="created" label={t('common.since')} />
          <th scope="col" className="number">
            {t('money.funds')}
          </th>
          <th scope="col" className="number">
            {t('money.earnings')}
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <Row key={user.id} user={user} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ user }: { readonly user: User }) {
  const { id, email, name, company, roles, createdAt, funds, earnings } = user;
  return (
    <tr>
      <td data-title>
        <TextLink to="/operator/users/$id" params={{ id }} fw={600}>
          {email}
        </TextLink>
        <div className="soft small">{[name, company].filter((one) => one !== null).join(', ')}</div>
      </td>
      <td data-label={t('common.roles')}>{roles.map(wordOf).join(', ') || t('operator.none')}</td>
      <td data-label={t('common.status')}>
        <StatusBadge status={statusOf(user)} />
      </td>
      <td data-label={t('common.since')}>
        <When at={createdAt} isDay />
      </td>
      <td data-label={t('money.funds')} className="number">
        <Money amount={funds} unit="coins" isShort />
      </td>
      <td data-label={t('money.earnings')} className="number">
        <Money amount={earnings} unit="coins" isShort />
      </td>
    </tr>
  );
}

function statusOf({ suspendedReason, emailConfirmedAt }: User): string {
  if (suspendedReason !== null) return 'suspended';
  return emailConfirmedAt === null ? 'unconfirmed' : 'active';
}
