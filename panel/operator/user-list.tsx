import { request } from '../graphql/request';
import type { Asked, Deed } from '../list/bulk-bar';
import { type HeadOf, TableOf } from '../list/table-of';
import { type Bench, type TablePage, type TableQuery, Workbench } from '../list/workbench';
import {
  type AccountOrder,
  userRoles,
  type UsersChange,
  type UsersSearch,
} from '../pages/users.search';
import { TextLink } from '../parts/links';
import { Money } from '../parts/money';
import { StatusBadge } from '../parts/status-badge';
import { When } from '../parts/when';
import { t, wordOf } from '../texts/texts';
import { AskReason } from './ask-reason';
import { type ListedUser, readAllUsers, type ShortUser } from './listed-user';
import { resumeUserDocument, suspendDocument } from './user-access';

interface UserListProps {
  readonly query: TableQuery<TablePage<ListedUser>>;
  readonly search: UsersSearch;
  readonly onChange: (changes: UsersChange) => void;
}

const suspending = {
  label: t('operator.suspend'),
  isFor: ({ suspendedReason }: ShortUser) => suspendedReason === null,
  atOnce: 4,
  news: (count: number) => t('operator.areSuspended', { count }),
};

const letIn: Deed<ShortUser> = {
  label: t('operator.letInAgain'),
  isFor: ({ suspendedReason }) => suspendedReason !== null,
  work: ({ id }) => request(resumeUserDocument, { id }),
  atOnce: 4,
  news: (count) => t('operator.mayComeIn', { count }),
  undo: {
    ...suspending,
    // The rows are as they were when they were chosen.
    work: ({ id, suspendedReason }) =>
      request(suspendDocument, { id, reason: suspendedReason ?? '' }),
  },
};

const suspend: Deed<ShortUser> = {
  ...suspending,
  ask: (asked) => <AskWhy {...asked} />,
  work: ({ id }, reason) => request(suspendDocument, { id, reason }),
  undo: letIn,
};

function AskWhy({ some, onGive, onClose }: Asked<ShortUser>) {
  return (
    <AskReason
      title={t('operator.suspendCount', { count: some.length })}
      about={t('operator.theOwnerReadsItAt')}
      action={t('operator.suspend')}
      isBusy={false}
      error={null}
      {...{ onGive, onClose }}
    />
  );
}

const bench: Bench<ShortUser, AccountOrder, (typeof userRoles)[number]> = {
  queryKey: ['users'],
  deeds: [suspend, letIn],
  deletion: null,
  orders: [
    ['created', t('common.since')],
    ['email', t('common.email')],
  ],
  statuses: userRoles,
  searchLabel: t('operator.searchEmails'),
  statusLabel: t('operator.role'),
  none: t('operator.nobodyIsLikeThat'),
  countText: (count) => t('operator.userCount', { count }),
};

const textHeads: readonly HeadOf<AccountOrder>[] = [
  ['email', t('common.email')],
  [null, t('common.roles')],
  [null, t('common.status')],
  ['created', t('common.since')],
];
const figureHeads: readonly HeadOf<AccountOrder>[] = [
  [null, t('money.funds')],
  [null, t('money.earnings')],
];

/** The list of everybody who can log in, and all that is done with some of them. */
export function UserList({ query, search, onChange }: UserListProps) {
  return (
    <Workbench {...{ bench, query, search, onChange }} readAll={() => readAllUsers(search)}>
      {(rows, chosen, onChoose) => (
        <TableOf
          label={t('operator.users')}
          {...{ rows, chosen, onChoose, search, onChange, textHeads, figureHeads }}
        >
          {(user) => <Cells user={user} />}
        </TableOf>
      )}
    </Workbench>
  );
}

function Cells({ user }: { readonly user: ListedUser }) {
  const { id, email, holder, company, roles, createdAt, funds, earnings } = user;
  return (
    <>
      <td data-title>
        <TextLink to="/operator/users/$id" params={{ id }} fw={600}>
          {email}
        </TextLink>
        <div className="soft small">
          {[holder, company].filter((one) => one !== null).join(', ')}
        </div>
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
    </>
  );
}

function statusOf({ suspendedReason, emailConfirmedAt }: ListedUser): string {
  if (suspendedReason !== null) return 'suspended';
  return emailConfirmedAt === null ? 'unconfirmed' : 'active';
}
