import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { CodeToCopy } from '../parts/code-to-copy';
import { Money } from '../parts/money';
import { Pager } from '../parts/pager';
import { TableCard } from '../parts/table-card';
import { When } from '../parts/when';
import { lookEveryMs } from '../statistics/use-now';
import { t } from '../texts/texts';
import { readNewest } from './newest';
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
      }
    }
  }
`);

/** How to pay in, and what has come. */
export function Deposits({ address, code }: { readonly address: string; readonly code: string }) {
  const [page, setPage] = useState(1);
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
  return (
    <>
      <section className="card" aria-labelledby="deposit">
        <h2 id="deposit">{t('money.deposit')}</h2>
        <p className="soft">{t('money.sendCoinsToThisAccount')}</p>
        <div className="pair">
          <div>
            <h3 className="label">{t('money.accountOnTheLedger')}</h3>
            <CodeToCopy text={address} label={t('money.copyAccount')} />
          </div>
          <div>
            <h3 className="label">{t('money.yourDepositCode')}</h3>
            <CodeToCopy text={code.padStart(64, '0')} label={t('money.copyDepositCode')} />
          </div>
        </div>
      </section>
      <TableCard
        id="deposits"
        title={t('money.deposits')}
        query={deposits}
        count={list?.items.length}
        none={null}
        head={
          <>
            <th scope="col">{t('common.when')}</th>
            <th scope="col">{t('common.from')}</th>
            <th scope="col">{t('common.transaction')}</th>
            <th scope="col" className="number">
              {t('common.amount')}
            </th>
          </>
        }
        foot={<Pager last={list?.lastPage ?? 1} page={page} onGo={setPage} />}
      >
        {list?.items.map(({ item: { id, amount, sender, sentAt, transactionId } }) => (
          <tr key={id}>
            <td data-label={t('common.when')}>
              <When at={sentAt} />
            </td>
            <td data-label={t('common.from')} className="mono">
              {sender}
            </td>
            <td data-label={t('common.transaction')} className="mono">
              {transactionId}
            </td>
            <td data-label={t('common.amount')} className="number">
              <Money amount={amount} unit="coins" />
            </td>
          </tr>
        ))}
      </TableCard>
    </>
  );
}
