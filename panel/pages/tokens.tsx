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
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../form-problems';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Confirm } from '../parts/confirm';
import { CopyButton } from '../parts/copy-button';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { When } from '../parts/when';

const tokensDocument = graphql(`
  query Tokens {
    scopes {
      name
      description
    }
    personalAccessTokens {
      id
      name
      scopes
      createdAt
      expiresAt
      lastUsedAt
    }
  }
`);

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

const revokeDocument = graphql(`
  mutation RevokeToken($id: ID!) {
    revokePersonalAccessToken(id: $id)
  }
`);

type Tokens = ResultOf<typeof tokensDocument>;
type Token = Tokens['personalAccessTokens'][number];
type Created = ResultOf<typeof createDocument>['createPersonalAccessToken'];

const queryKey = ['tokens'];

/** Access tokens for programs of the person's own: made, shown once, listed, deleted. */
export function TokensPage() {
  const tokens = useQuery({
    queryKey,
    queryFn: ({ signal }) => request(tokensDocument, {}, signal),
  });
  return (
    <>
      <PageHead
        title="Access tokens"
        about="A token lets a program of yours use the API as you. Give it as few rights as it needs; delete it when you no longer need it."
      />
      <Problem error={tokens.error} onRetry={() => void tokens.refetch()} />
      {tokens.data === undefined ? (
        tokens.isPending && <Loading />
      ) : (
        <>
          <NewToken scopes={tokens.data.scopes} />
          <TokenList tokens={tokens.data.personalAccessTokens} />
        </>
      )}
    </>
  );
}

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '', label: 'One year' },
];

function NewToken({ scopes }: { readonly scopes: Tokens['scopes'] }) {
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<Created | null>(null);
  const form = useForm({ initialValues: { name: '', scopes: [] as string[], days: '' } });
  const create = useMutation({
    mutationFn: ({ name, scopes: names, days }: typeof form.values) =>
      request(createDocument, { input: { name, scopes: names, expiresAt: afterDays(days) } }),
    onSuccess: async ({ createPersonalAccessToken }) => {
      setCreated(createPersonalAccessToken);
      form.reset();
      await queryClient.invalidateQueries({ queryKey });
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

function TokenList({ tokens }: { readonly tokens: readonly Token[] }) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<Token | null>(null);
  const revoke = useMutation({
    mutationFn: (id: string) => request(revokeDocument, { id }),
    onSuccess: async () => {
      say(`${chosen?.name ?? 'The token'} is deleted.`);
      setChosen(null);
      await queryClient.invalidateQueries({ queryKey });
    },
    onError: () => {
      setChosen(null);
    },
  });
  if (tokens.length === 0)
    return (
      <section className="card empty">
        <h2>No tokens yet</h2>
        <p>Create one above, and send it with each request as “Authorization: Bearer …”.</p>
      </section>
    );
  return (
    <>
      <Problem error={revoke.error} />
      <section className="card" data-flush aria-labelledby="tokens">
        <h2 id="tokens" className="flush-title">
          Your tokens
        </h2>
        <table className="table" aria-labelledby="tokens">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">May</th>
              <th scope="col">Last used</th>
              <th scope="col">Ends</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {tokens.map((token) => (
              <tr key={token.id}>
                <td data-title>
                  <strong>{token.name}</strong>
                </td>
                <td data-label="May">
                  <span className="mono">{token.scopes.join(', ') || 'nothing'}</span>
                </td>
                <td data-label="Last used">
                  {token.lastUsedAt === null ? 'never' : <When at={token.lastUsedAt} />}
                </td>
                <td data-label="Ends">
                  <When at={token.expiresAt} isDay />
                </td>
                <td data-title className="row-actions">
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Delete ${token.name}`}
                    onClick={() => setChosen(token)}
                  >
                    Delete
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Confirm
        isOpen={chosen !== null}
        title={`Delete “${chosen?.name ?? ''}”?`}
        action="Delete token"
        isBusy={revoke.isPending}
        onConfirm={() => {
          if (chosen) revoke.mutate(chosen.id);
        }}
        onClose={() => setChosen(null)}
      >
        Programs that use it are refused within two seconds. This cannot be taken back.
      </Confirm>
    </>
  );
}
