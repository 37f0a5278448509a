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
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '', label: 'One year' },
];

/** Makes a token, and shows it this once. */
export function NewToken({ scopes }: { readonly scopes: Tokens['scopes'] }) {
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<Created | null>(null);
  const form = useForm({ initialValues: { name: '', scopes: [] as string[], days: '' } });
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
      <h2 id="new-token">New token</h2>
      {Object.keys(form.errors).length > 0 ? null : <Problem error={create.error} />}
      <form
        onSubmit={form.onSubmit((values) => {
          create.mutate(values);
        })}
      >
        <Stack gap="md">
          <div className="pair">
            <TextInput
              label="Name"
              description="For you, to tell it from others"
              placeholder="Nightly report"
              required
              maxLength={255}
              autoComplete="off"
              {...form.getInputProps('name')}
            />
            <NativeSelect
              label="Ends after"
              description="It can be deleted before"
              data={lifetimes}
              {...form.getInputProps('days')}
            />
          </div>
          <Checkbox.Group
            label="What it may do"
            description="Without any of these it only shows that it is yours"
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
              Create token
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
      title={`Your token “${created?.token.name ?? ''}”`}
      size="lg"
      closeOnClickOutside={false}
    >
      {created === null ? null : (
        <Stack gap="md">
          <Text size="sm">Copy it now: it is shown this once and kept nowhere.</Text>
          <Code block className="secret" data-testid="token" tabIndex={0}>
            {created.accessToken}
          </Code>
          <Group justify="flex-end">
            <CopyButton text={created.accessToken} label="Copy token" />
            <Button onClick={onClose}>I have it</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
