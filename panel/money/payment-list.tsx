import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Pager } from '../parts/pager';
import { sentence } from '../parts/problem';
import { StatusBadge } from '../parts/status-badge';
import { TableCard } from '../parts/table-card';
import { When } from '../parts/when';
import { lookEveryMs } from '../statistics/use-now';
import { problemInLanguage } from '../texts/server-words';
import { t, wordOf } from '../texts/texts';
import { Coins } from './coins';
import { EarnedParts } from './earned-parts';
import { readNewest } from './newest';
import { stagesOfPayment } from './payment-stages';
import { Stages } from './stages';

const paymentsDocument = graphql(`
  query Payments($page: PositiveInt!) {
    payments(first: 10, page: $page) {
      pageInfo {
        lastPage
        from
      }
      nodes {
        id
        kind
        state
        amount
        address
        preparedAt
        sentAt
        confirmedAt
        returnedAt
        reason
        transactionId
      }
    }
  }
`);

type Payment = ResultOf<typeof paymentsDocument>['payments']['nodes'][number];

/** Everything that went out to the person, the newest first; what each was earned with opens below it. */
export function PaymentList({
  page,
  onGo,
}: {
  readonly page: number;
  readonly onGo: (page: number) => void;
}) {
  const [opened, setOpened] = useState<string | null>(null);
  const payments = useQuery({
    queryKey: ['payments', page],
    queryFn: ({ signal }) =>
      readNewest(
        async (one) => (await request(paymentsDocument, { page: one }, signal)).payments,
        page,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: lookEveryMs,
  });
  const list = payments.data;
  return (
    <TableCard
      id="payments"
      title={t('money.payments')}
      query={payments}
      count={list?.items.length}
      none={t('money.nothingHasBeenPaidYet')}
      before={
        list?.items.length ? (
          <div className="filters no-print">
            <Button component="a" href="/api/payments.csv" download variant="default">
              {t('money.asCsv')}
            </Button>
          </div>
        ) : null
      }
      head={
        <>
          <th scope="col">{t('common.when')}</th>
          <th scope="col">{t('common.what')}</th>
          <th scope="col">{t('common.state')}</th>
          <th scope="col">{t('common.transaction')}</th>
          <th scope="col" className="number">
            {t('common.amount')}
          </th>
          <td />
        </>
      }
      foot={<Pager last={list?.lastPage ?? 1} page={page} onGo={onGo} />}
    >
      {list?.items.map(({ item: payment, place }) => (
        <Row
          key={payment.id}
          payment={payment}
          place={place}
          isOpen={opened === payment.id}
          onToggle={() => {
            setOpened(opened === payment.id ? null : payment.id);
          }}
        />
      ))}
    </TableCard>
  );
}

function Row({
  payment,
  place,
  isOpen,
  onToggle,
}: {
  readonly payment: Payment;
  readonly place: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const { kind, amount, address, transactionId } = payment;
  const { returnedAt, confirmedAt, sentAt, preparedAt } = payment;
  return (
    <Fragment>
      <tr>
        <td data-label={t('common.when')}>
          <When at={returnedAt ?? confirmedAt ?? sentAt ?? preparedAt} />
        </td>
        <td data-label={t('common.what')}>{wordOf(kind)}</td>
        <td data-label={t('common.state')}>
          <State {...payment} />
        </td>
        <td data-label={t('common.transaction')}>
          <div>
            <div className="mono">{transactionId ?? '–'}</div>
            <div className="mono soft">{t('money.toAddress', { address })}</div>
          </div>
        </td>
        <td data-label={t('common.amount')} className="number">
          <Coins amount={amount} />
        </td>
        <td data-title className="row-actions">
          {kind === 'earnings' ? (
            <Button variant="default" size="xs" aria-expanded={isOpen} onClick={onToggle}>
              {t('money.whatFor')}
            </Button>
          ) : null}
        </td>
      </tr>
      {isOpen ? (
        <tr>
          <td colSpan={6} data-title>
            <EarnedParts place={place} />
          </td>
        </tr>
      ) : null}
    </Fragment>
  );
}

/** The stages of what is on its way; of what has come to its end how it ended, and why. */
function State({ state, reason, preparedAt, sentAt }: Payment) {
  if (state === 'prepared' || state === 'sent') {
    const stages = stagesOfPayment({ preparedAt, sentAt, reason });
    return <Stages stages={stages} label={t('money.stages')} />;
  }
  return (
    <>
      <StatusBadge status={state} />
      {reason === null ? null : (
        <div className="soft small">{sentence(problemInLanguage(reason))}</div>
      )}
    </>
  );
}
