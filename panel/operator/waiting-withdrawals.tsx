import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Money } from '../parts/money';
import { StatusBadge } from '../parts/status-badge';
import { TableCard } from '../parts/table-card';
import { When } from '../parts/when';
import { useChange } from './use-change';
import { useReasonedChange } from './use-reasoned-change';

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
  const reject = useReasonedChange<Withdrawal>({
    title: () => 'Reject this withdrawal?',
    about: 'Its owner reads it. The amount is funds again.',
    action: 'Reject',
    mutate: ({ id }, reason) => request(rejectDocument, { id, reason }),
    done: 'The withdrawal is funds again.',
    changes,
  });
  return (
    <>
      <TableCard
        id="waiting-withdrawals"
        title="Withdrawals to approve"
        query={withdrawals}
        count={withdrawals.data?.length}
        error={approve.error}
        none="No withdrawal waits."
        head={
          <>
            <th scope="col">Asked for</th>
            <th scope="col">To</th>
            <th scope="col">State</th>
            <th scope="col" className="number">
              Amount
            </th>
            <td />
          </>
        }
      >
        {withdrawals.data?.map((withdrawal) => (
          <Row
            key={withdrawal.id}
            withdrawal={withdrawal}
            onApprove={approve.mutate}
            onReject={reject.choose}
          />
        ))}
      </TableCard>
      {reject.dialog}
    </>
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
