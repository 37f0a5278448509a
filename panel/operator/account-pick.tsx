import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { t } from '../texts/texts';
import { userQuery } from './user';

const document = graphql(`
  query AccountsLike($emailPrefix: String) {
    allAccounts(emailPrefix: $emailPrefix) {
      id
      email
    }
  }
`);

/** Long enough that a word is typed, short enough to follow. */
const typingMs = 200;

/** An account, chosen by its email; null: any. */
export function AccountPick({
  accountId,
  onPick,
}: {
  readonly accountId: string | null;
  readonly onPick: (accountId: string | null) => void;
}) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, typingMs);
  const found = useQuery({
    queryKey: ['accounts-like', search],
    queryFn: async ({ signal }) =>
      (await request(document, { emailPrefix: search === '' ? null : search }, signal)).allAccounts,
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({ ...userQuery(accountId ?? ''), enabled: accountId !== null });
  const options = new Map((found.data ?? []).map(({ id, email }) => [id, email ?? id]));
  if (accountId !== null) options.set(accountId, chosen.data?.email ?? accountId);
  return (
    <Select
      aria-label={t('operator.account')}
      placeholder={t('audit.anybody')}
      nothingFoundMessage={t('audit.nobodyLikeThat')}
      data={[...options].map(([value, label]) => ({ value, label }))}
      value={accountId}
      onChange={onPick}
      onSearchChange={setTyped}
      // Closed, no option is read on the page.
      comboboxProps={{ keepMounted: false }}
      searchable
      clearable
    />
  );
}
