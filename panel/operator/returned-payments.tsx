import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Money } from '../parts/money';
import { TableCard } from '../parts/table-card';
import { When } from '../parts/when';
import { useChange } from './use-change';

const paymentsDocument = graphql(`
  query ReturnedPayments {
    allPayments(state: returned, first: 50) {
      id
      kind
      amount
      address
      reason
      returnedAt
    }
  }
`);

const retryDocument = graphql(`
  mutation RetryPayment($id: ID!) {
    retryPayment(id: $id) {
      id
    }
  }
`);

/** Payments that the ledger has not taken; each payee can be tried again. Nothing where there are none. */
export function ReturnedPayments() {
  const payments = useQuery({
    queryKey: ['returned-payments'],
    queryFn: async ({ signal }) => (await request(paymentsDocument, {}, signal)).allPayments,
  });
  const retry = useChange({
    mutate: (id: string) => request(retryDocument, { id }),
    done: 'Who was to get it is paid again with the next turn.',
    changes: [['returned-payments'], ['waiting-earnings']],
  });
  return (
    <TableCard
      id="returned"
      title="Payments that came back"
      query={payments}
      count={payments.data?.length}
      error={retry.error}
      none={null}
      head={
        <>
          <th scope="col">Came back</th>
          <th scope="col">What</th>
          <th scope="col">To</th>
          <th scope="col" className="number">
            Amount
          </th>
          <td />
        </>
      }
    >
      {payments.data?.map(({ id, kind, amount, address, reason, returnedAt }) => (
        <tr key={id}>
          <td data-label="Came back">{returnedAt === null ? '–' : <When at={returnedAt} />}</td>
          <td data-label="What">
            <div>
              {kind}
              {reason === null ? null : <div className="soft small">{reason}</div>}
            </div>
          </td>
          <td data-label="To" className="mono">
            {address}
          </td>
          <td data-label="Amount" className="number">
            <Money amount={amount} unit="coins" />
          </td>
          <td data-title className="row-actions">
            <Button
              variant="default"
              size="xs"
              aria-label={`Try again: ${id}`}
              onClick={() => {
                retry.mutate(id);
              }}
            >
              Try again
            </Button>
          </td>
        </tr>
      ))}
    </TableCard>
  );
}
