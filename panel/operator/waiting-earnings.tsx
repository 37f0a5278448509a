import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { TextLink } from '../parts/links';
import { Money } from '../parts/money';
import { TableCard } from '../parts/table-card';
import { useChange } from './use-change';
import { useReasonedChange } from './use-reasoned-change';

const waitingDocument = graphql(`
  query WaitingEarnings {
    waitingEarnings(first: 100) {
      accountId
      amount
      address
      reason
      isHeld
    }
  }
`);

const holdDocument = graphql(`
  mutation HoldPayments($accountId: ID!, $reason: String!) {
    holdPayments(accountId: $accountId, reason: $reason) {
      id
    }
  }
`);

const releaseDocument = graphql(`
  mutation ReleasePayments($accountId: ID!) {
    releasePayments(accountId: $accountId) {
      id
    }
  }
`);

type Waiting = ResultOf<typeof waitingDocument>['waitingEarnings'][number];

const changes = [['waiting-earnings']];

/** Earnings that are not on their way, and why; each can be held, or let go. */
export function WaitingEarnings() {
  const waiting = useQuery({
    queryKey: ['waiting-earnings'],
    queryFn: async ({ signal }) => (await request(waitingDocument, {}, signal)).waitingEarnings,
  });
  const hold = useReasonedChange<Waiting>({
    title: () => 'Hold these earnings?',
    about: 'Their owner reads it. What is prepared already goes on.',
    action: 'Hold',
    mutate: ({ accountId }, reason) => request(holdDocument, { accountId, reason }),
    done: 'These earnings are held.',
    changes,
  });
  const release = useChange({
    mutate: (accountId: string) => request(releaseDocument, { accountId }),
    done: 'These earnings are paid with the next turn.',
    changes,
  });
  return (
    <>
      <TableCard
        id="waiting"
        title="Waiting earnings"
        query={waiting}
        count={waiting.data?.length}
        error={release.error}
        none="Nothing waits: everything earned is paid or on its way."
        head={
          <>
            <th scope="col">Account</th>
            <th scope="col" className="number">
              Earnings
            </th>
            <th scope="col">Why they wait</th>
            <td />
          </>
        }
      >
        {waiting.data?.map((one) => (
          <tr key={one.accountId}>
            <td data-title>
              <TextLink to="/operator/users/$id" params={{ id: one.accountId }} className="mono">
                {one.accountId}
              </TextLink>
              <div className="mono soft">{one.address ?? 'no address'}</div>
            </td>
            <td data-label="Earnings" className="number">
              <Money amount={one.amount} unit="coins" isShort />
            </td>
            <td data-label="Why they wait">{one.reason ?? 'They are paid with the next turn'}</td>
            <td data-title className="row-actions">
              {one.isHeld ? (
                <Button
                  size="xs"
                  aria-label={`Release ${one.accountId}`}
                  onClick={() => {
                    release.mutate(one.accountId);
                  }}
                >
                  Release
                </Button>
              ) : (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Hold ${one.accountId}`}
                  onClick={() => {
                    hold.choose(one);
                  }}
                >
                  Hold
                </Button>
              )}
            </td>
          </tr>
        ))}
      </TableCard>
      {hold.dialog}
    </>
  );
}
