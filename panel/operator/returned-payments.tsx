import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Coins } from '../money/coins';
import { TableCard } from '../parts/table-card';
import { When } from '../parts/when';
import { lookEveryMs } from '../statistics/use-now';
import { t, wordOf } from '../texts/texts';
import { AccountOf } from './account-of';
import { MayBeMore } from './may-be-more';
import { isBusyWith, useChange } from './use-change';

const paymentsDocument = graphql(`
  query ReturnedPayments {
    allPayments(state: returned, isNewestFirst: true, first: 50) {
      id
      accountId
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

const most = 50;

/** Payments that the ledger has not taken; each payee can be tried again. Nothing where there are none. */
export function ReturnedPayments() {
  const payments = useQuery({
    queryKey: ['returned-payments'],
    queryFn: async ({ signal }) => (await request(paymentsDocument, {}, signal)).allPayments,
    refetchInterval: lookEveryMs,
  });
  const retry = useChange({
    mutate: (id: string) => request(retryDocument, { id }),
    done: t('operator.whoWasToGetIt'),
    changes: [['returned-payments'], ['waiting-earnings']],
  });
  return (
    <TableCard
      id="returned"
      title={t('operator.paymentsThatCameBack')}
      query={payments}
      count={payments.data?.length}
      error={retry.error}
      none={null}
      foot={<MayBeMore isFull={payments.data?.length === most} most={most} />}
      head={
        <>
          <th scope="col">{t('operator.cameBack')}</th>
          <th scope="col">{t('common.what')}</th>
          <th scope="col">{t('common.to')}</th>
          <th scope="col" className="number">
            {t('common.amount')}
          </th>
          <td />
        </>
      }
    >
      {payments.data?.map(({ id, accountId, kind, amount, address, reason, returnedAt }) => (
        <tr key={id}>
          <td data-label={t('operator.cameBack')}>
            {returnedAt === null ? '–' : <When at={returnedAt} />}
          </td>
          <td data-label={t('common.what')}>
            <div>
              {wordOf(kind)}
              {reason === null ? null : <div className="soft small">{reason}</div>}
            </div>
          </td>
          <td data-label={t('common.to')} className="mono">
            <AccountOf id={accountId} address={address} />
          </td>
          <td data-label={t('common.amount')} className="number">
            <Coins amount={amount} />
          </td>
          <td data-title className="row-actions">
            <Button
              variant="default"
              size="xs"
              aria-label={t('operator.tryAgainId', { id })}
              loading={isBusyWith(retry, id)}
              onClick={() => {
                retry.mutate(id);
              }}
            >
              {t('common.tryAgain')}
            </Button>
          </td>
        </tr>
      ))}
    </TableCard>
  );
}
