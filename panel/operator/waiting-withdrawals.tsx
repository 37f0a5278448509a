import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Loading } from '../parts/loading';
import { Money } from '../parts/money';
import { Problem } from '../parts/problem';
import { StatusBadge } from '../parts/status-badge';
import { When } from '../parts/when';
import { AskReason } from './ask-reason';
import { useChange } from './use-change';

const withdrawalsDocument = graphql(`
  query WaitingWithdrawals {
    unapproved: allWithdrawals(step: unapproved, first: 50) {
      ...WaitingWithdrawal
    }
    unconfirmed: allWithdrawals(step: unconfirmed, first: 50) {
      ...WaitingWithdrawal
    }
  }
  fragment WaitingWithdrawal on Withdrawal {
    id
    amount
    address
    step
    requestedAt
    expiresAt
  }
`);

const approveDocument = graphql(`
  mutation ApproveWithdrawal($id: ID!) {
    approveWithdrawal(id: $id) {
      id
    }
  }
`);

const rejectDocument = graphql(`
  mutation RejectWithdrawal($id: ID!, $reason: String!) {
    rejectWithdrawal(id: $id, reason: $reason) {
      id
    }
  }
`);

type Withdrawal = ResultOf<typeof withdrawalsDocument>['unapproved'][number];

const changes = [['waiting-withdrawals'], ['settlement']];

/** Withdrawals that wait for the operator, or for their owners to follow a mail's link. */
export function WaitingWithdrawals() {
  const [chosen, setChosen] = useState<Withdrawal | null>(null);
  const withdrawals = useQuery({
    queryKey: ['waiting-withdrawals'],
    queryFn: async ({ signal }) => {
      const { unapproved, unconfirmed } = await request(withdrawalsDocument, {}, signal);
      return [...unapproved, ...unconfirmed];
    },
  });
  const approve = useChange({
    mutate: (id: string) => request(approveDocument, { id }),
    done: 'The withdrawal is paid with one of the next turns.',
    changes,
  });
  const reject = useChange({
    mutate: (given: { readonly id: string; readonly reason: string }) =>
      request(rejectDocument, given),
    done: 'The withdrawal is funds again.',
    changes,
    onDone: () => {
      setChosen(null);
    },
  });
  const list = withdrawals.data;
  return (
    <section className="card" data-flush aria-labelledby="waiting-withdrawals">
      <h2 id="waiting-withdrawals" className="flush-title">
        Withdrawals to approve
      </h2>
      <Problem error={withdrawals.error} onRetry={() => void withdrawals.refetch()} />
      <Problem error={approve.error} />
      {list === undefined ? withdrawals.isPending && <Loading /> : null}
      {list?.length === 0 ? <p className="none">No withdrawal waits.</p> : null}
      {list !== undefined && list.length > 0 ? (
        <table className="table" aria-labelledby="waiting-withdrawals">
          <thead>
            <tr>
              <th scope="col">Asked for</th>
              <th scope="col">To</th>
              <th scope="col">State</th>
              <th scope="col" className="number">
                Amount
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {list.map((withdrawal) => (
              <Row
                key={withdrawal.id}
                withdrawal={withdrawal}
                onApprove={approve.mutate}
                onReject={setChosen}
              />
            ))}
          </tbody>
        </table>
      ) : null}
      {chosen === null ? null : (
        <AskReason
          title="Reject this withdrawal?"
          about="Its owner reads it. The amount is funds again."
          action="Reject"
          isBusy={reject.isPending}
          error={reject.error}
          onGive={(reason) => {
            reject.mutate({ id: chosen.id, reason });
          }}
          onClose={() => {
            setChosen(null);
          }}
        />
      )}
    </section>
  );
}

function Row({
  withdrawal,
  onApprove,
  onReject,
}: {
  readonly withdrawal: Withdrawal;
  readonly onApprove: (id: string) => void;
  readonly onReject: (withdrawal: Withdrawal) => void;
}) {
  const { id, amount, address, step, requestedAt } = withdrawal;
  return (
    <tr>
      <td data-label="Asked for">
        <When at={requestedAt} />
      </td>
      <td data-label="To" className="mono">
        {address}
      </td>
      <td data-label="State">
        <StatusBadge status={step} />
      </td>
      <td data-label="Amount" className="number">
        <Money amount={amount} unit="coins" />
      </td>
      <td data-title className="row-actions">
        <Group gap="xs" justify="flex-end">
          <Button
            size="xs"
            aria-label={`Approve ${id}`}
            onClick={() => {
              onApprove(id);
            }}
          >
            Approve
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={`Reject ${id}`}
            onClick={() => {
              onReject(withdrawal);
            }}
          >
            Reject
          </Button>
        </Group>
      </td>
    </tr>
  );
}
