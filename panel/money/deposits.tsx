import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Pager } from '../parts/pager';
import { StatusBadge } from '../parts/status-badge';
import { TableCard } from '../parts/table-card';
import { When } from '../parts/when';
import { lookEveryMs } from '../statistics/use-now';
import { t } from '../texts/texts';
import { type AwaitedDeposit, stagesOfAwaited, useAwaitedDeposits } from './awaited-deposits';
import { Coins } from './coins';
import { readNewest } from './newest';
import { Stages } from './stages';
import { walletKey } from './wallet-key';

const depositsDocument = graphql(`
  query Deposits($page: PositiveInt!) {
    deposits(first: 10, page: $page) {
      pageInfo {
        lastPage
        from
      }
      nodes {
        id
        amount
        sender
        sentAt
        transactionId
        bookedAt
        reversedAt
      }
    }
  }
`);

type Deposit = ResultOf<typeof depositsDocument>['deposits']['nodes'][number];

/** Deposits that are on their way, with their stages, and those that have come. */
export function Deposits() {
  const [page, setPage] = useState(1);
  const awaited = useAwaitedDeposits();
  const deposits = useQuery({
    queryKey: [...walletKey, 'deposits', page],
    queryFn: ({ signal }) =>
      readNewest(
        async (one) => (await request(depositsDocument, { page: one }, signal)).deposits,
        page,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: lookEveryMs,
  });
  const list = deposits.data;
  const shown = page === 1 ? awaited : [];
  return (
    <TableCard
      id="deposits"
      title={t('money.deposits')}
      query={deposits}
      count={list && list.items.length + shown.length}
      none={null}
      head={
        <>
          <th scope="col">{t('common.when')}</th>
          <th scope="col">{t('common.from')}</th>
          <th scope="col">{t('common.transaction')}</th>
          <th scope="col">{t('common.state')}</th>
          <th scope="col" className="number">
            {t('common.amount')}
          </th>
        </>
      }
      foot={<Pager last={list?.lastPage ?? 1} page={page} onGo={setPage} />}
    >
      {shown.map((one) => (
        <Row key={one.id} deposit={one}>
          <Stages stages={stagesOfAwaited(one)} label={t('money.stages')} />
        </Row>
      ))}
      {list?.items.map(({ item }) => (
        <Row key={item.id} deposit={item}>
          <StatusBadge status={item.reversedAt === null ? 'booked' : 'reversed'} />
          <div className="soft small">
            <When at={item.reversedAt ?? item.bookedAt} />
          </div>
        </Row>
      ))}
    </TableCard>
  );
}

function Row({
  deposit: { sentAt, sender, transactionId, amount },
  children,
}: {
  readonly deposit: Pick<
    Deposit & AwaitedDeposit,
    'sentAt' | 'sender' | 'transactionId' | 'amount'
  >;
  /** How far it is. */
  readonly children: ReactNode;
}) {
  return (
    <tr>
      <td data-label={t('common.when')}>
        <When at={sentAt} />
      </td>
      <td data-label={t('common.from')} className="mono">
        {sender}
      </td>
      <td data-label={t('common.transaction')} className="mono">
        {transactionId}
      </td>
      <td data-label={t('common.state')}>
        <div>{children}</div>
      </td>
      <td data-label={t('common.amount')} className="number">
        <Coins amount={amount} />
      </td>
    </tr>
  );
}
