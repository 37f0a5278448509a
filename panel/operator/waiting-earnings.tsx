import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { TextLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { Money } from '../parts/money';
import { Problem } from '../parts/problem';
import { AskReason } from './ask-reason';
import { useChange } from './use-change';

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
  const [chosen, setChosen] = useState<Waiting | null>(null);
  const waiting = useQuery({
    queryKey: ['waiting-earnings'],
    queryFn: async ({ signal }) => (await request(waitingDocument, {}, signal)).waitingEarnings,
  });
  const hold = useChange({
    mutate: (given: { readonly accountId: string; readonly reason: string }) =>
      request(holdDocument, given),
    done: 'These earnings are held.',
    changes,
    onDone: () => {
      setChosen(null);
    },
  });
  const release = useChange({
    mutate: (accountId: string) => request(releaseDocument, { accountId }),
    done: 'These earnings are paid with the next turn.',
    changes,
  });
  return (
    <section className="card" data-flush aria-labelledby="waiting">
      <h2 id="waiting" className="flush-title">
        Waiting earnings
      </h2>
      <Problem error={waiting.error} onRetry={() => void waiting.refetch()} />
      <Problem error={release.error} />
      {waiting.data === undefined ? (
        waiting.isPending && <Loading />
      ) : waiting.data.length === 0 ? (
        <p className="none">Nothing waits: everything earned is paid or on its way.</p>
      ) : (
        <table className="table" aria-labelledby="waiting">
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col" className="number">
                Earnings
              </th>
              <th scope="col">Why they wait</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {waiting.data.map((one) => (
              <tr key={one.accountId}>
                <td data-title>
                  <TextLink
                    to="/operator/users/$id"
                    params={{ id: one.accountId }}
                    className="mono"
                  >
                    {one.accountId}
                  </TextLink>
                  <div className="mono soft">{one.address ?? 'no address'}</div>
                </td>
                <td data-label="Earnings" className="number">
                  <Money amount={one.amount} unit="coins" isShort />
                </td>
                <td data-label="Why they wait">
                  {one.reason ?? 'They are paid with the next turn'}
                </td>
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
                        setChosen(one);
                      }}
                    >
                      Hold
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {chosen === null ? null : (
        <AskReason
          title="Hold these earnings?"
          about="Their owner reads it. What is prepared already goes on."
          action="Hold"
          isBusy={hold.isPending}
          error={hold.error}
          onGive={(reason) => {
            hold.mutate({ accountId: chosen.accountId, reason });
          }}
          onClose={() => {
            setChosen(null);
          }}
        />
      )}
    </section>
  );
}
