import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Coins } from '../money/coins';
import { TableCard } from '../parts/table-card';
import { When } from '../parts/when';
import { lookEveryMs } from '../statistics/use-now';
import { t } from '../texts/texts';
import { AskAccount } from './ask-account';
import { MayBeMore } from './may-be-more';

const depositsDocument = graphql(`
  query UnassignedDeposits {
    allDeposits(isUnassigned: true, first: 100) {
      id
      amount
      sender
      transactionId
      sentAt
    }
  }
`);

const assignDocument = graphql(`
  mutation AssignDeposit($id: ID!, $accountId: ID!) {
    assignDeposit(id: $id, accountId: $accountId) {
      id
    }
  }
`);

type Deposit = ResultOf<typeof depositsDocument>['allDeposits'][number];

const most = 100;
const depositsKey = ['unassigned-deposits'];

/** Deposits that name nobody, each with a button that gives it to an account's funds. */
export function UnassignedDeposits() {
  const [chosen, setChosen] = useState<Deposit | null>(null);
  const deposits = useQuery({
    queryKey: depositsKey,
    queryFn: async ({ signal }) => (await request(depositsDocument, {}, signal)).allDeposits,
    refetchInterval: lookEveryMs,
  });
  return (
    <>
      <TableCard
        id="unassigned"
        title={t('operator.depositsThatNameNobody')}
        query={deposits}
        count={deposits.data?.length}
        none={t('operator.everyDepositHasItsAccount')}
        foot={<MayBeMore isFull={deposits.data?.length === most} most={most} />}
        head={
          <>
            <th scope="col">{t('common.from')}</th>
            <th scope="col">{t('operator.sent')}</th>
            <th scope="col" className="number">
              {t('common.amount')}
            </th>
            <td />
          </>
        }
      >
        {deposits.data?.map((deposit) => (
          <tr key={deposit.id}>
            <td data-title>
              <span className="mono">{deposit.sender}</span>
              <div className="mono soft">{deposit.transactionId}</div>
            </td>
            <td data-label={t('operator.sent')}>
              <When at={deposit.sentAt} />
            </td>
            <td data-label={t('common.amount')} className="number">
              <Coins amount={deposit.amount} />
            </td>
            <td data-title className="row-actions">
              <Button
                variant="default"
                size="xs"
                aria-label={t('operator.assignName', { name: deposit.transactionId })}
                onClick={() => {
                  setChosen(deposit);
                }}
              >
                {t('operator.assign')}
              </Button>
            </td>
          </tr>
        ))}
      </TableCard>
      {chosen === null ? null : (
        <AskAccount
          title={t('operator.whoseDepositIsThis')}
          action={t('operator.assign')}
          done={t('operator.theDepositIsInThe')}
          changes={[depositsKey]}
          give={(accountId) => request(assignDocument, { id: chosen.id, accountId })}
          onClose={() => {
            setChosen(null);
          }}
        />
      )}
    </>
  );
}
