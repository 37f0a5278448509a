import { useQuery } from '@tanstack/react-query';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Deposits } from '../money/deposits';
import { Statement } from '../money/statement';
import { Tile } from '../money/tile';
import { walletKey } from '../money/wallet-key';
import { Withdraw } from '../money/withdraw';
import { WithdrawalList } from '../money/withdrawal-list';
import { Loading } from '../parts/loading';
import { Money } from '../parts/money';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';

const walletDocument = graphql(`
  query Wallet {
    viewer {
      funds
      creditLimit
      earnings
      depositAddress
      depositCode
    }
    exchangeRate {
      rate
    }
  }
`);

/** The person’s money here: how it comes in, what it was spent on, how it goes out. */
export function WalletPage() {
  const wallet = useQuery({
    queryKey: [...walletKey, 'account'],
    queryFn: ({ signal }) => request(walletDocument, {}, signal),
  });
  const data = wallet.data;
  return (
    <>
      <PageHead
        title="Wallet"
        about="Your funds pay for campaigns. Amounts are coins of the ledger."
      />
      <Problem error={wallet.error} onRetry={() => void wallet.refetch()} />
      {data === undefined ? (
        wallet.isPending && <Loading />
      ) : (
        <>
          <div className="tiles" data-cards>
            <Tile label="Funds" value={<Money amount={data.viewer.funds} unit="coins" isShort />}>
              what your campaigns spend
            </Tile>
            <Tile
              label="Credit"
              value={
                data.viewer.creditLimit === null ? (
                  'unlimited'
                ) : (
                  <Money amount={data.viewer.creditLimit} unit="coins" isShort />
                )
              }
            >
              how far funds may go below zero
            </Tile>
            <Tile
              label="Earnings"
              value={<Money amount={data.viewer.earnings} unit="coins" isShort />}
            >
              what your sites have earned, not yet paid
            </Tile>
            <Tile
              label="A coin"
              value={
                data.exchangeRate === null ? (
                  '–'
                ) : (
                  <Money amount={data.exchangeRate.rate} unit="USD" isShort />
                )
              }
            >
              {data.exchangeRate === null ? 'there is no rate now' : 'in this hour'}
            </Tile>
          </div>
          <Deposits address={data.viewer.depositAddress} code={data.viewer.depositCode} />
          <Withdraw />
          <WithdrawalList />
          <Statement />
        </>
      )}
    </>
  );
}
