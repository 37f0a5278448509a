import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Pager } from '../parts/pager';
import { sentence } from '../parts/problem';
import { say } from '../parts/status';
import { StatusBadge } from '../parts/status-badge';
import { TableCard } from '../parts/table-card';
import { When } from '../parts/when';
import { lookEveryMs } from '../statistics/use-now';
import { problemInLanguage } from '../texts/server-words';
import { t } from '../texts/texts';
import { Coins } from './coins';
import { readNewest } from './newest';
import { Stages } from './stages';
import { walletKey } from './wallet-key';
import { type ListedWithdrawal, withdrawalsDocument } from './withdrawal';
import { stagesOfWithdrawal } from './withdrawal-stages';

const cancelDocument = graphql(`
  mutation CancelWithdrawal($id: ID!) {
    cancelWithdrawal(id: $id) {
      id
    }
  }
`);

/** Those that can still be taken back. */
const open: readonly string[] = ['unconfirmed', 'unapproved', 'approved'];

/** The person's withdrawals, the newest first; nothing where there are none. */
export function WithdrawalList() {
  const queryClient = useQueryClient();
  const [page, setPage] = useState(1);
  const withdrawals = useQuery({
    queryKey: [...walletKey, 'withdrawals', page],
    queryFn: ({ signal }) =>
      readNewest(
        async (one) => (await request(withdrawalsDocument, { page: one }, signal)).withdrawals,
        page,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: lookEveryMs,
  });
  const cancel = useMutation({
    mutationFn: (id: string) => request(cancelDocument, { id }),
    onSuccess: () => {
      say(t('money.itIsFundsAgain'));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: walletKey }),
  });
  const list = withdrawals.data;
  return (
    <TableCard
      id="withdrawals"
      title={t('money.withdrawals')}
      query={withdrawals}
      count={list?.items.length}
      error={cancel.error}
      none={null}
      head={
        <>
          <th scope="col">{t('money.askedFor')}</th>
          <th scope="col">{t('common.state')}</th>
          <th scope="col">{t('common.to')}</th>
          <th scope="col" className="number">
            {t('common.amount')}
          </th>
          <td />
        </>
      }
      foot={<Pager last={list?.lastPage ?? 1} page={page} onGo={setPage} />}
    >
      {list?.items.map(({ item }) => (
        <Row
          key={item.id}
          withdrawal={item}
          isBusy={cancel.isPending}
          onTakeBack={() => {
            cancel.mutate(item.id);
          }}
        />
      ))}
    </TableCard>
  );
}

function Row({
  withdrawal,
  isBusy,
  onTakeBack,
}: {
  readonly withdrawal: ListedWithdrawal;
  readonly isBusy: boolean;
  readonly onTakeBack: () => void;
}) {
  const { amount, address, step, requestedAt, payment } = withdrawal;
  return (
    <tr>
      <td data-label={t('money.askedFor')}>
        <When at={requestedAt} />
      </td>
      <td data-label={t('common.state')}>
        <div>
          <State {...withdrawal} />
          {payment?.transactionId == null ? null : (
            <div className="mono soft">{payment.transactionId}</div>
          )}
        </div>
      </td>
      <td data-label={t('common.to')} className="mono">
        {address}
      </td>
      <td data-label={t('common.amount')} className="number">
        <Coins amount={amount} />
      </td>
      <td data-title className="row-actions">
        {open.includes(step) ? (
          <Button variant="default" size="xs" loading={isBusy} onClick={onTakeBack}>
            {t('money.takeBack')}
          </Button>
        ) : null}
      </td>
    </tr>
  );
}

/** The stages of what is on its way; of what has come to its end how it ended, when and why. */
function State(withdrawal: ListedWithdrawal) {
  const { step, reason, endedAt, payment } = withdrawal;
  const stages = stagesOfWithdrawal(withdrawal);
  if (stages !== null) return <Stages stages={stages} label={t('money.stages')} />;
  const at = payment?.returnedAt ?? payment?.confirmedAt ?? endedAt;
  const why = payment?.reason ?? reason;
  return (
    <>
      <StatusBadge status={payment?.state ?? step} />
      {at === null ? null : (
        <div className="soft small">
          <When at={at} />
        </div>
      )}
      {why === null ? null : <div className="soft small">{sentence(problemInLanguage(why))}</div>}
    </>
  );
}
