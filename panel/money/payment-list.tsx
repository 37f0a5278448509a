import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { toTablePage } from '../list/table-arguments';
import { isNarrowed } from '../list/table-search';
import { Toolbar } from '../list/toolbar';
import { type PaymentsChange, type PaymentsSearch, paymentStates } from '../pages/payments.search';
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
import { stagesOfPayment } from './payment-stages';
import { Stages } from './stages';

const paymentsDocument = graphql(`
  query PaymentTable(
    $search: String
    $states: [PaymentState!]
    $orderBy: PaymentOrder
    $isDescending: Boolean
    $page: PositiveInt
  ) {
    paymentTable(
      search: $search
      states: $states
      orderBy: $orderBy
      isDescending: $isDescending
      page: $page
    ) {
      pageInfo {
        lastPage
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

type Payment = ResultOf<typeof paymentsDocument>['paymentTable']['nodes'][number];

const orders = [
  ['created', t('common.when')],
  ['amount', t('common.amount')],
] as const;

interface PaymentListProps {
  readonly search: PaymentsSearch;
  readonly onChange: (changes: PaymentsChange) => void;
}

/** Everything that went out to the person, searched and put in order; what each was earned with opens below it. */
export function PaymentList({ search, onChange }: PaymentListProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const variables = {
    ...{ search: search.search ?? null, states: search.status ? [...search.status] : null },
    ...toTablePage(search, 'created'),
  };
  const payments = useQuery({
    queryKey: ['payments', variables],
    queryFn: async ({ signal }) =>
      (await request(paymentsDocument, variables, signal)).paymentTable,
    placeholderData: keepPreviousData,
    refetchInterval: lookEveryMs,
  });
  const list = payments.data;
  const hasTools = isNarrowed(search) || (list?.nodes.length ?? 0) > 0;
  return (
    <TableCard
      id="payments"
      title={t('money.payments')}
      query={payments}
      count={list?.nodes.length}
      none={isNarrowed(search) ? t('money.noPaymentIsLikeThat') : t('money.nothingHasBeenPaidYet')}
      before={hasTools ? <Tools {...{ search, onChange }} /> : null}
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
      foot={
        <Pager
          last={list?.pageInfo.lastPage ?? 1}
          page={search.page ?? 1}
          onGo={(page) => {
            onChange({ page });
          }}
        />
      }
    >
      {list?.nodes.map((payment) => (
        <Row
          key={payment.id}
          payment={payment}
          isOpen={opened === payment.id}
          onToggle={() => {
            setOpened(opened === payment.id ? null : payment.id);
          }}
        />
      ))}
    </TableCard>
  );
}

function Tools(props: PaymentListProps) {
  return (
    <div className="no-print">
      <Toolbar
        {...{ ...props, orders, statuses: paymentStates }}
        searchLabel={t('money.searchPayments')}
        statusLabel={t('common.state')}
      >
        <Button component="a" href="/api/payments.csv" download variant="default">
          {t('money.asCsv')}
        </Button>
      </Toolbar>
    </div>
  );
}

function Row({
  payment,
  isOpen,
  onToggle,
}: {
  readonly payment: Payment;
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
            <EarnedParts paymentId={payment.id} />
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
