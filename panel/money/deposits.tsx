import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { CodeToCopy } from '../parts/code-to-copy';
import { Money } from '../parts/money';
import { Pager } from '../parts/pager';
import { Problem } from '../parts/problem';
import { When } from '../parts/when';
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
  });
  const { items = [], lastPage = 1 } = deposits.data ?? {};
  return (
    <section className="card" aria-labelledby="deposit">
      <h2 id="deposit">Deposit</h2>
      <p className="soft">
        Send coins to this account on the ledger, with your code as the message of the transfer: it
        says that they are yours. They are funds a minute or so later.
      </p>
      <div className="pair">
        <div>
          <h3 className="label">Account on the ledger</h3>
          <CodeToCopy text={address} label="Copy account" />
        </div>
        <div>
          <h3 className="label">Your deposit code</h3>
          <CodeToCopy text={code.padStart(64, '0')} label="Copy deposit code" />
        </div>
      </div>
      <Problem error={deposits.error} onRetry={() => void deposits.refetch()} />
      {items.length === 0 ? null : (
        <>
          <h3 className="label">What has come</h3>
          <table className="table" aria-label="Deposits">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">From</th>
                <th scope="col">Transaction</th>
                <th scope="col" className="number">
                  Amount
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ item: { id, amount, sender, sentAt, transactionId } }) => (
                <tr key={id}>
                  <td data-label="When">
                    <When at={sentAt} />
                  </td>
                  <td data-label="From" className="mono">
                    {sender}
                  </td>
                  <td data-label="Transaction" className="mono">
                    {transactionId}
                  </td>
                  <td data-label="Amount" className="number">
                    <Money amount={amount} unit="coins" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Pager last={lastPage} page={page} onGo={setPage} />
        </>
      )}
    </section>
  );
}
