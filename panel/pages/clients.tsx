import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { NewClient } from '../operator/new-client';
import { useChange } from '../operator/use-change';
import { Confirm } from '../parts/confirm';
import { CopyButton } from '../parts/copy-button';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { When } from '../parts/when';

const clientsDocument = graphql(`
  query Clients {
    scopes {
      name
      description
    }
    allClients {
      id
      name
      isConfidential
      redirectUris
      scopes
      createdAt
    }
  }
`);

const deleteDocument = graphql(`
  mutation DeleteClient($id: ID!) {
    deleteClient(id: $id)
  }
`);

const rotateDocument = graphql(`
  mutation RotateClientSecret($id: ID!) {
    rotateClientSecret(id: $id)
  }
`);

type Client = ResultOf<typeof clientsDocument>['allClients'][number];

/** What is shown this once. */
interface Shown {
  readonly id: string;
  readonly secret: string | null;
}

const clientsQuery = queryOptions({
  queryKey: ['clients'],
  queryFn: ({ signal }) => request(clientsDocument, {}, signal),
});

/** Programs that may ask people for access: OAuth clients. */
export function ClientsPage() {
  const clients = useQuery(clientsQuery);
  const [shown, setShown] = useState<Shown | null>(null);
  const [chosen, setChosen] = useState<Client | null>(null);
  const [rotated, setRotated] = useState<Client | null>(null);
  const remove = useChange({
    mutate: (id: string) => request(deleteDocument, { id }),
    done: 'The application is deleted.',
    changes: [clientsQuery.queryKey],
    onDone: () => {
      setChosen(null);
    },
  });
  const rotate = useChange({
    mutate: async (id: string) => {
      const { rotateClientSecret: secret } = await request(rotateDocument, { id });
      setShown({ id, secret });
    },
    done: 'The secret before is worthless.',
    changes: [],
    onDone: () => {
      setRotated(null);
    },
  });
  return (
    <>
      <PageHead
        title="OAuth clients"
        about="Applications that may ask people of this server for access to their accounts."
      />
      <Problem error={clients.error} onRetry={() => void clients.refetch()} />
      {clients.data === undefined ? (
        clients.isPending && <Loading />
      ) : (
        <>
          <NewClient scopes={clients.data.scopes} onCreated={setShown} />
          <List clients={clients.data.allClients} onRotate={setRotated} onDelete={setChosen} />
        </>
      )}
      <Confirm
        isOpen={chosen !== null}
        title={`Delete “${chosen?.name ?? ''}”?`}
        action="Delete client"
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => {
          if (chosen) remove.mutate(chosen.id);
        }}
        onClose={() => {
          setChosen(null);
        }}
      >
        All of its tokens are refused within two seconds. This cannot be taken back.
      </Confirm>
      <Confirm
        isOpen={rotated !== null}
        title={`A new secret for “${rotated?.name ?? ''}”?`}
        action="Make a new secret"
        isBusy={rotate.isPending}
        error={rotate.error}
        onConfirm={() => {
          if (rotated) rotate.mutate(rotated.id);
        }}
        onClose={() => {
          setRotated(null);
        }}
      >
        The secret of now is worthless at once: the application gets no tokens until it has the new
        one.
      </Confirm>
      <ShownOnce
        shown={shown}
        onClose={() => {
          setShown(null);
        }}
      />
    </>
  );
}

function List({
  clients,
  onRotate,
  onDelete,
}: {
  readonly clients: readonly Client[];
  readonly onRotate: (client: Client) => void;
  readonly onDelete: (client: Client) => void;
}) {
  if (clients.length === 0)
    return (
      <section className="card empty">
        <h2>No clients yet</h2>
        <p>Register an application above, and hand its id and secret to who runs it.</p>
      </section>
    );
  return (
    <section className="card" data-flush>
      <table className="table" aria-label="OAuth clients">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">May ask for</th>
            <th scope="col">Since</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {clients.map((client) => (
            <tr key={client.id}>
              <td data-title>
                <strong>{client.name}</strong>
                <div className="mono soft">{client.id}</div>
                <div className="mono soft">{client.redirectUris.join(' ')}</div>
              </td>
              <td data-label="May ask for">
                <span className="mono">{client.scopes.join(', ')}</span>
              </td>
              <td data-label="Since">
                <When at={client.createdAt} isDay />
              </td>
              <td data-title className="row-actions">
                <Group gap="xs" justify="flex-end">
                  {client.isConfidential ? (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`New secret for ${client.name}`}
                      onClick={() => {
                        onRotate(client);
                      }}
                    >
                      New secret
                    </Button>
                  ) : null}
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Delete ${client.name}`}
                    onClick={() => {
                      onDelete(client);
                    }}
                  >
                    Delete
                  </Button>
                </Group>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ShownOnce({
  shown,
  onClose,
}: {
  readonly shown: Shown | null;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened={shown !== null}
      onClose={onClose}
      title="The application’s credentials"
      size="lg"
    >
      {shown === null ? null : (
        <Stack gap="md">
          <Text size="sm">
            {shown.secret === null
              ? 'This application has no secret: it runs where none can be kept.'
              : 'Copy the secret now: it is shown this once and kept nowhere.'}
          </Text>
          <Code block className="secret" data-testid="client" tabIndex={0}>
            {`client_id=${shown.id}${shown.secret === null ? '' : `\nclient_secret=${shown.secret}`}`}
          </Code>
          <Group justify="flex-end">
            <CopyButton text={shown.secret ?? shown.id} />
            <Button onClick={onClose}>I have it</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
