import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
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
  const listId = useId();
  // null: nothing was typed since an account was picked.
  const [typed, setTyped] = useState<string | null>(null);
  const [search] = useDebouncedValue(typed ?? '', typingMs);
  const found = useQuery({
    queryKey: ['accounts-like', search],
    queryFn: async ({ signal }) =>
      (await request(document, { emailPrefix: search === '' ? null : search }, signal)).allAccounts,
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({ ...userQuery(accountId ?? ''), enabled: accountId !== null });
  const accounts = found.data ?? [];
  const chosenEmail = accountId === null ? '' : (chosen.data?.email ?? accountId);
  return (
    <>
      <TextInput
        aria-label={t('operator.account')}
        placeholder={t('audit.anybody')}
        list={listId}
        value={typed ?? chosenEmail}
        error={search !== '' && found.data?.length === 0 ? t('audit.nobodyLikeThat') : null}
        onChange={({ currentTarget: { value } }) => {
          const picked = accounts.find(({ email }) => email === value);
          setTyped(picked || value === '' ? null : value);
          if (picked) onPick(picked.id);
          else if (value === '') onPick(null);
        }}
      />
      <datalist id={listId}>
        {accounts.map(({ id, email }) =>
          email === null ? null : <option key={id} value={email} />,
        )}
      </datalist>
    </>
  );
}
