import {
  Button,
  Checkbox,
  Code,
  Group,
  Modal,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../form-problems';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { CopyButton } from '../parts/copy-button';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';
import { type Tokens, tokensQuery } from './tokens';

const createDocument = graphql(`
  mutation CreateToken($input: CreatePersonalAccessTokenInput!) {
    createPersonalAccessToken(input: $input) {
      accessToken
      token {
        name
      }
    }
  }
`);

type Created = ResultOf<typeof createDocument>['createPersonalAccessToken'];

const lifetimes = [
  { value: '30', label: t('account.thirtyDays') },
  { value: '90', label: t('account.ninetyDays') },
  { value: '', label: t('account.oneYear') },
];

/** Makes a token, and shows it this once. */
export function NewToken({ scopes }: { readonly scopes: Tokens['scopes'] }) {
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<Created | null>(null);
  const form = useForm<{ name: string; scopes: string[]; days: string }>({
    initialValues: { name: '', scopes: [], days: '' },
  });
  const create = useMutation({
    mutationFn: ({ name, scopes: names, days }: typeof form.values) =>
      request(createDocument, { input: { name, scopes: names, expiresAt: afterDays(days) } }),
    onSuccess: async ({ createPersonalAccessToken }) => {
      setCreated(createPersonalAccessToken);
      form.reset();
      await queryClient.invalidateQueries(tokensQuery);
    },
    onError: (error) => {
      form.setErrors(fieldErrors(error));
    },
  });
  return (
    <section className="card" aria-labelledby="new-token">
      <h2 id="new-token">{t('account.newToken')}</h2>
      {Object.keys(form.errors).length > 0 ? null : <Problem error={create.error} />}
      <form
        onSubmit={form.onSubmit((values) => {
          create.mutate(values);
        })}
      >
        <Stack gap="md">
          <div className="pair">
            <TextInput
              label={t('common.name')}
              description={t('common.forYouToTellIt')}
              placeholder={t('account.nightlyReport')}
              required
              maxLength={255}
              autoComplete="off"
              {...form.getInputProps('name')}
            />
            <NativeSelect
              label={t('account.endsAfter')}
              description={t('account.itCanBeDeletedBefore')}
              data={lifetimes}
              {...form.getInputProps('days')}
            />
          </div>
          <Checkbox.Group
            label={t('account.whatItMayDo')}
            description={t('account.withoutAnyOfTheseIt')}
            {...form.getInputProps('scopes')}
          >
            <div className="pair scopes">
              {scopes.map(({ name, description }) => (
                <Checkbox key={name} value={name} label={description} description={name} />
              ))}
            </div>
          </Checkbox.Group>
          <Group>
            <Button type="submit" loading={create.isPending}>
              {t('account.createToken')}
            </Button>
          </Group>
        </Stack>
      </form>
      <ShownOnce created={created} onClose={() => setCreated(null)} />
    </section>
  );
}

/** Null: the server's own, a year. */
function afterDays(days: string): string | null {
  return days === '' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString();
}

function ShownOnce({
  created,
  onClose,
}: {
  readonly created: Created | null;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened={created !== null}
      onClose={onClose}
      title={t('account.yourToken', { name: created?.token.name ?? '' })}
      size="lg"
      closeOnClickOutside={false}
    >
      {created === null ? null : (
        <Stack gap="md">
          <Text size="sm">{t('account.copyItNowItIs')}</Text>
          <Code block className="secret" data-testid="token" tabIndex={0}>
            {created.accessToken}
          </Code>
          <Group justify="flex-end">
            <CopyButton text={created.accessToken} label={t('account.copyToken')} />
            <Button onClick={onClose}>{t('common.iHaveIt')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
