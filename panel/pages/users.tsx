import { Button, NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { NextPage } from '../operator/next-page';
import { given } from '../operator/search';
import { TextLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { StatusBadge } from '../parts/status-badge';
import { When } from '../parts/when';
import { t, wordOf } from '../texts/texts';

const usersDocument = graphql(`
  query Users($role: Role, $emailPrefix: String, $afterEmail: String) {
    allAccounts(role: $role, emailPrefix: $emailPrefix, afterEmail: $afterEmail) {
      id
      email
      roles
      suspendedReason
      emailConfirmedAt
      createdAt
    }
  }
`);

type User = ResultOf<typeof usersDocument>['allAccounts'][number];

const roles = ['advertiser', 'publisher', 'operator'] as const;
const pageSize = 100;
const route = getRouteApi('/operator/users');

/** Everybody who can log in, by email. */
export function UsersPage() {
  const { email, role, after } = route.useSearch();
  const navigate = route.useNavigate();
  const known = roles.find((one) => one === role) ?? null;
  const users = useQuery({
    queryKey: ['users', email, known, after],
    queryFn: ({ signal }) =>
      request(
        usersDocument,
        { role: known, emailPrefix: email ?? null, afterEmail: after ?? null },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
  const list = users.data?.allAccounts;
  const go = (search: Parameters<typeof given>[0]) => void navigate({ search: given(search) });
  return (
    <>
      <PageHead title={t('operator.users')} about={t('operator.everybodyWhoCanLogIn')} />
      <Problem error={users.error} onRetry={() => void users.refetch()} />
      <section className="card" data-flush>
        <Filter
          email={email ?? ''}
          role={known ?? ''}
          onFind={(found) => {
            go(found);
          }}
        />
        {list === undefined ? users.isPending && <Loading /> : <List users={list} />}
        <NextPage
          isFirst={after === undefined}
          hasNext={list?.length === pageSize}
          onFirst={() => {
            go({ email, role });
          }}
          onNext={() => {
            go({ email, role, after: list?.at(-1)?.email });
          }}
        />
      </section>
    </>
  );
}

function Filter({
  email,
  role,
  onFind,
}: {
  readonly email: string;
  readonly role: string;
  readonly onFind: (found: { readonly email: string; readonly role: string }) => void;
}) {
  const [typed, setTyped] = useState(email);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onFind({ email: typed.trim(), role });
  };
  return (
    <form className="filters" role="search" onSubmit={submit}>
      <TextInput
        aria-label={t('operator.emailBeginsWith')}
        placeholder={t('operator.emailPlaceholder')}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
        }}
      />
      <NativeSelect
        aria-label={t('operator.role')}
        value={role}
        data={[
          { value: '', label: t('operator.anyRole') },
          ...roles.map((one) => ({ value: one, label: wordOf(one) })),
        ]}
        onChange={({ currentTarget }) => {
          onFind({ email: typed.trim(), role: currentTarget.value });
        }}
      />
      <Button type="submit" variant="default">
        {t('common.find')}
      </Button>
    </form>
  );
}

function List({ users }: { readonly users: readonly User[] }) {
  if (users.length === 0) return <p className="none">{t('operator.nobodyIsLikeThat')}</p>;
  return (
    <table className="table" aria-label={t('operator.users')}>
      <thead>
        <tr>
          <th scope="col">{t('common.email')}</th>
          <th scope="col">{t('common.roles')}</th>
          <th scope="col">{t('common.status')}</th>
          <th scope="col">{t('common.since')}</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <td data-title>
              <TextLink to="/operator/users/$id" params={{ id: user.id }} fw={600}>
                {user.email}
              </TextLink>
            </td>
            <td data-label={t('common.roles')}>
              {user.roles.map(wordOf).join(', ') || t('operator.none')}
            </td>
            <td data-label={t('common.status')}>
              <StatusBadge status={statusOf(user)} />
            </td>
            <td data-label={t('common.since')}>
              <When at={user.createdAt} isDay />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function statusOf({ suspendedReason, emailConfirmedAt }: User): string {
  if (suspendedReason !== null) return 'suspended';
  return emailConfirmedAt === null ? 'unconfirmed' : 'active';
}
