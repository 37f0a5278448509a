import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Coins } from '../money/coins';
import { describeUnpaid, unpaidFragment } from '../money/unpaid';
import { StatusBadge } from '../parts/status-badge';
import { TableCard } from '../parts/table-card';
import { When } from '../parts/when';
import { lookEveryMs } from '../statistics/use-now';
import { t } from '../texts/texts';
import { AccountOf } from './account-of';
import { MayBeMore } from './may-be-more';
import { NextPage } from './next-page';
import { isBusyWith, useChange } from './use-change';
import { useReasonedChange } from './use-reasoned-change';

const withdrawalsDocument = graphql(
  `
    query WaitingWithdrawals($unapproved: ID, $unconfirmed: ID, $approved: ID) {
      unapproved: allWithdrawals(step: unapproved, first: 50, afterId: $unapproved) {
        ...WaitingWithdrawal
      }
      unconfirmed: allWithdrawals(step: unconfirmed, first: 50, afterId: $unconfirmed) {
        ...WaitingWithdrawal
      }
      approved: allWithdrawals(step: approved, first: 50, afterId: $approved) {
        ...WaitingWithdrawal
      }
    }
    fragment WaitingWithdrawal on Withdrawal {
      id
      accountId
      amount
      address
      step
      requestedAt
      expiresAt
      unpaid {
        ...UnpaidParts
      }
    }
  `,
  [unpaidFragment],
);

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

/** Of each step. */
const most = 50;

/** The last withdrawals of the page before, by their steps; null: the page is the first one. */
type After = Readonly<Record<'unapproved' | 'unconfirmed' | 'approved', string | null>>;
const beginning: After = { unapproved: null, unconfirmed: null, approved: null };

const changes = [['waiting-withdrawals'], ['settlement']];

const isFull = ({ length }: readonly unknown[]): boolean => length === most;

/** Withdrawals that wait for the operator, or for their owners to follow a mail's link, and approved ones that are held. */
export function WaitingWithdrawals() {
  const [after, setAfter] = useState(beginning);
  const withdrawals = useQuery({
    queryKey: ['waiting-withdrawals', after],
    queryFn: async ({ signal }) => {
      const { unapproved, unconfirmed, approved } = await request(
        withdrawalsDocument,
        after,
        signal,
      );
      const held = approved.filter(({ unpaid }) => unpaid !== null);
      const next: After = {
        unapproved: unapproved.at(-1)?.id ?? after.unapproved,
        unconfirmed: unconfirmed.at(-1)?.id ?? after.unconfirmed,
        approved: approved.at(-1)?.id ?? after.approved,
      };
      return {
        list: [...unapproved, ...unconfirmed, ...held],
        next: [unapproved, unconfirmed, approved].some(isFull) ? next : null,
      };
    },
    refetchInterval: lookEveryMs,
  });
  const next = withdrawals.data?.next ?? null;
  const approve = useChange({
    mutate: (id: string) => request(approveDocument, { id }),
    done: t('operator.theWithdrawalIsPaidWith'),
    changes,
  });
  const reject = useReasonedChange<Withdrawal>({
    title: () => t('operator.rejectThisWithdrawal'),
    about: t('operator.rejectWithdrawalAbout'),
    action: t('operator.reject'),
    mutate: ({ id }, reason) => request(rejectDocument, { id, reason }),
    done: t('operator.theWithdrawalIsFundsAgain'),
    changes,
  });
  return (
    <>
      <TableCard
        id="waiting-withdrawals"
        title={t('operator.waitingWithdrawals')}
        query={withdrawals}
        count={withdrawals.data?.list.length}
        error={approve.error}
        none={
          after === beginning && next === null
            ? t('operator.noWithdrawalWaits')
            : t('operator.noWithdrawalWaitsHere')
        }
        foot={
          <>
            <MayBeMore isFull={next !== null} most={most} isOfEach />
            <NextPage
              isFirst={after === beginning}
              hasNext={next !== null}
              onFirst={() => {
                setAfter(beginning);
              }}
              onNext={() => {
                if (next !== null) setAfter(next);
              }}
            />
          </>
        }
        head={
          <>
            <th scope="col">{t('operator.askedFor')}</th>
            <th scope="col">{t('common.to')}</th>
            <th scope="col">{t('common.state')}</th>
            <th scope="col" className="number">
              {t('common.amount')}
            </th>
            <td />
          </>
        }
      >
        {withdrawals.data?.list.map((withdrawal) => (
          <Row
            key={withdrawal.id}
            withdrawal={withdrawal}
            isBusy={isBusyWith(approve, withdrawal.id)}
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
  isBusy,
  onApprove,
  onReject,
}: {
  readonly withdrawal: Withdrawal;
  /** It is being approved. */
  readonly isBusy: boolean;
  readonly onApprove: (id: string) => void;
  readonly onReject: (withdrawal: Withdrawal) => void;
}) {
  const { id, accountId, amount, address, step, unpaid, requestedAt } = withdrawal;
  return (
    <tr>
      <td data-label={t('operator.askedFor')}>
        <When at={requestedAt} />
      </td>
      <td data-label={t('common.to')} className="mono">
        <AccountOf id={accountId} address={address} />
      </td>
      <td data-label={t('common.state')}>
        <div>
          <StatusBadge status={step} />
          {unpaid === null ? null : <div className="soft small">{describeUnpaid(unpaid)}</div>}
        </div>
      </td>
      <td data-label={t('common.amount')} className="number">
        <Coins amount={amount} />
      </td>
      <td data-title className="row-actions">
        <Group gap="xs" justify="flex-end">
          {step === 'approved' ? null : (
            <Button
              size="xs"
              aria-label={t('operator.approveName', { name: id })}
              loading={isBusy}
              onClick={() => {
                onApprove(id);
              }}
            >
              {t('operator.approve')}
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            aria-label={t('operator.rejectName', { name: id })}
            onClick={() => {
              onReject(withdrawal);
            }}
          >
            {t('operator.reject')}
          </Button>
        </Group>
      </td>
    </tr>
  );
}
