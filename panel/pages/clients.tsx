import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { NewClient } from '../operator/new-client';
import { useChange } from '../operator/use-change';
import { Confirm } from '../parts/confirm';
import { CopyButton } from '../parts/copy-button';
import { TextLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { When } from '../parts/when';
import { language, t } from '../texts/texts';

const clientsDocument = graphql(`
  query Clients($language: Language!) {
    scopes {
      name
      description(language: $language)
    }
    allClients {
      id
      name
      ownerId
      ownerEmail
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

/** The id and secret that are shown only once. */
interface Shown {
  readonly id: string;
  readonly secret: string | null;
}

const clientsQuery = queryOptions({
  queryKey: ['clients'],
  queryFn: ({ signal }) => request(clientsDocument, { language }, signal),
});

/** Programs that may ask people for access: OAuth clients. */
export function ClientsPage() {
  const clients = useQuery(clientsQuery);
  const [shown, setShown] = useState<Shown | null>(null);
  const [chosen, setChosen] = useState<Client | null>(null);
  const [rotated, setRotated] = useState<Client | null>(null);
  const remove = useChange({
    mutate: (id: string) => request(deleteDocument, { id }),
    done: t('operator.theApplicationIsDeleted'),
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
    done: t('operator.theSecretBeforeIsWorthless'),
    changes: [],
    onDone: () => {
      setRotated(null);
    },
  });
  return (
    <>
      <PageHead
        title={t('operator.oauthClients')}
        about={t('operator.applicationsThatMayAskPeople')}
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
        title={t('common.deleteQuestion', { name: chosen?.name ?? '' })}
        action={t('operator.deleteClient')}
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => {
          if (chosen) remove.mutate(chosen.id);
        }}
        onClose={() => {
          setChosen(null);
        }}
      >
        {t('operator.allOfItsTokensAre')}
      </Confirm>
      <Confirm
        isOpen={rotated !== null}
        title={t('operator.newSecretQuestion', { name: rotated?.name ?? '' })}
        action={t('operator.makeANewSecret')}
        isBusy={rotate.isPending}
        error={rotate.error}
        onConfirm={() => {
          if (rotated) rotate.mutate(rotated.id);
        }}
        onClose={() => {
          setRotated(null);
        }}
      >
        {t('operator.theSecretOfNowIs')}
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
        <h2>{t('operator.noClientsYet')}</h2>
        <p>{t('operator.registerAnApplicationAboveAnd')}</p>
      </section>
    );
  return (
    <section className="card" data-flush>
      <table className="table" aria-label={t('operator.oauthClients')}>
        <thead>
          <tr>
            <th scope="col">{t('common.name')}</th>
            <th scope="col">{t('operator.owner')}</th>
            <th scope="col">{t('operator.mayAskFor')}</th>
            <th scope="col">{t('common.since')}</th>
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
              <td data-label={t('operator.owner')}>
                <TextLink to="/operator/users/$id" params={{ id: client.ownerId }} size="sm">
                  {client.ownerEmail ?? client.ownerId}
                </TextLink>
              </td>
              <td data-label={t('operator.mayAskFor')}>
                <span className="mono">{client.scopes.join(', ')}</span>
              </td>
              <td data-label={t('common.since')}>
                <When at={client.createdAt} isDay />
              </td>
              <td data-title className="row-actions">
                <Group gap="xs" justify="flex-end">
                  {client.isConfidential ? (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={t('operator.newSecretFor', { name: client.name })}
                      onClick={() => {
                        onRotate(client);
                      }}
                    >
                      {t('operator.newSecret')}
                    </Button>
                  ) : null}
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={t('common.deleteName', { name: client.name })}
                    onClick={() => {
                      onDelete(client);
                    }}
                  >
                    {t('common.delete')}
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
      title={t('operator.theApplicationsCredentials')}
      size="lg"
      closeOnClickOutside={false}
    >
      {shown === null ? null : (
        <Stack gap="md">
          <Text size="sm">
            {shown.secret === null
              ? t('operator.thisApplicationHasNoSecret')
              : t('operator.copyTheSecretNowIt')}
          </Text>
          <Code block className="secret" data-testid="client" tabIndex={0}>
            {`client_id=${shown.id}${shown.secret === null ? '' : `\nclient_secret=${shown.secret}`}`}
          </Code>
          <Group justify="flex-end">
            <CopyButton text={shown.secret ?? shown.id} />
            <Button onClick={onClose}>{t('common.iHaveIt')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
