import { Badge, Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { ConfirmedButton } from '../parts/confirmed-button';
import { say } from '../parts/status';
import { TableCard } from '../parts/table-card';
import { When } from '../parts/when';
import { writeNetwork } from '../parts/write-network';
import { t } from '../texts/texts';
import { useViewer } from '../viewer';
import { clientName } from './client-name';

const sessionsDocument = graphql(`
  query OpenSessions {
    openSessions {
      id
      kind
      createdAt
      lastUsedAt
      userAgent
      network
      isThis
    }
  }
`);

const endDocument = graphql(`
  mutation EndSession($id: ID!) {
    endSession(id: $id)
  }
`);

const everywhereDocument = graphql(`
  mutation LogOutEverywhere {
    logOutEverywhere
  }
`);

type Session = ResultOf<typeof sessionsDocument>['openSessions'][number];

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await request(sessionsDocument, {}, signal)).openSessions,
});

/** Where the account is logged in, each to be ended, and all at once. */
export function Sessions() {
  // Sessions are their owner's alone.
  const isOwner = useViewer().acting === null;
  const queryClient = useQueryClient();
  const sessions = useQuery({ ...sessionsQuery, enabled: isOwner });
  const end = useMutation({
    mutationFn: ({ id }: Session) => request(endDocument, { id }),
    onSuccess: async () => {
      say(t('account.theSessionIsEnded'));
      await queryClient.invalidateQueries(sessionsQuery);
    },
  });
  if (!isOwner) return null;
  return (
    <TableCard
      id="sessions"
      title={t('account.sessions')}
      query={sessions}
      count={sessions.data?.length}
      error={end.error}
      none={null}
      head={
        <>
          <th scope="col">{t('account.whereFrom')}</th>
          <th scope="col">{t('common.since')}</th>
          <th scope="col">{t('account.lastUsed')}</th>
          <td />
        </>
      }
      foot={<EndAll />}
    >
      {sessions.data?.map((session) => (
        <Line
          key={session.id}
          session={session}
          isBusy={end.isPending}
          onEnd={() => {
            end.mutate(session);
          }}
        />
      ))}
    </TableCard>
  );
}

function Line({
  session,
  isBusy,
  onEnd,
}: {
  readonly session: Session;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}) {
  const { createdAt, isThis, lastUsedAt, network } = session;
  const name = nameOf(session);
  return (
    <tr>
      <td data-title>
        <strong>{name}</strong>{' '}
        {network === null ? null : <span className="mono soft">{writeNetwork(network)}</span>}{' '}
        {isThis ? (
          <Badge variant="light" tt="none">
            {t('account.thisSession')}
          </Badge>
        ) : null}
      </td>
      <td data-label={t('common.since')}>
        <When at={createdAt} />
      </td>
      <td data-label={t('account.lastUsed')}>
        <When at={lastUsedAt} />
      </td>
      <td data-title className="row-actions">
        {isThis ? null : (
          <Button
            variant="default"
            size="xs"
            aria-label={t('account.endSessionOf', { name })}
            disabled={isBusy}
            onClick={onEnd}
          >
            {t('account.endSession')}
          </Button>
        )}
      </td>
    </tr>
  );
}

const nameOf = ({ kind, userAgent }: Session): string => {
  if (userAgent) return clientName(userAgent);
  return kind === 'browser' ? t('account.aBrowser') : t('account.aProgram');
};

function EndAll() {
  const end = useMutation({
    mutationFn: () => request(everywhereDocument, {}),
    onSuccess: () => {
      window.location.assign('/');
    },
  });
  return (
    <div className="sessions-end">
      <ConfirmedButton
        label={t('account.logOutEverywhere')}
        title={t('account.logOutEverywhereQuestion')}
        action={t('account.logOutEverywhere')}
        change={end}
      >
        {t('account.everyBrowserAndEveryProgram')}
      </ConfirmedButton>
    </div>
  );
}
