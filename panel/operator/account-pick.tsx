import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
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

/** An account, chosen by its email; null: none. */
export function AccountPick({
  accountId,
  onPick,
  error,
  ...field
}: {
  readonly accountId: string | null;
  readonly onPick: (accountId: string | null) => void;
} & Pick<
  TextInputProps,
  'aria-label' | 'description' | 'error' | 'label' | 'placeholder' | 'required'
>) {
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
  const known = accounts.find(({ id }) => id === accountId);
  const chosenEmail = accountId === null ? '' : (chosen.data?.email ?? known?.email ?? accountId);
  // A whole email may be typed before the accounts that are like it are known. Emails are stored in small letters.
  const whole = typed?.trim().toLowerCase();
  const pickedId = accounts.find(({ email }) => email === whole)?.id ?? null;
  useEffect(() => {
    if (pickedId === null) return;
    setTyped(null);
    onPick(pickedId);
  }, [pickedId, onPick]);
  return (
    <>
      <TextInput
        {...field}
        list={listId}
        autoComplete="off"
        value={typed ?? chosenEmail}
        error={search !== '' && found.data?.length === 0 ? t('audit.nobodyLikeThat') : error}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value === '' ? null : value);
          if (accountId !== null) onPick(null);
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
