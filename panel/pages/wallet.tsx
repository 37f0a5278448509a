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
import { lookEveryMs } from '../statistics/use-now';
import { t } from '../texts/texts';

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
    refetchInterval: lookEveryMs,
  });
  const data = wallet.data;
  return (
    <>
      <PageHead title={t('money.wallet')} about={t('money.yourFundsPayForCampaigns')} />
      <Problem error={wallet.error} onRetry={() => void wallet.refetch()} />
      {data === undefined ? (
        wallet.isPending && <Loading />
      ) : (
        <>
          <div className="tiles" data-cards>
            <Tile
              label={t('money.funds')}
              value={<InBoth coins={data.viewer.funds} rate={data.exchangeRate?.rate} />}
            >
              {t('money.whatYourCampaignsSpend')}
            </Tile>
            <Tile
              label={t('money.credit')}
              value={
                data.viewer.creditLimit === null ? (
                  t('money.unlimited')
                ) : (
                  <Money amount={data.viewer.creditLimit} unit="coins" isShort />
                )
              }
            >
              {t('money.howFarFundsMayGo')}
            </Tile>
            <Tile
              label={t('money.earnings')}
              value={<InBoth coins={data.viewer.earnings} rate={data.exchangeRate?.rate} />}
            >
              {t('money.earningsAbout')}
            </Tile>
            <Tile
              label={t('money.aCoin')}
              value={
                data.exchangeRate === null ? (
                  '–'
                ) : (
                  <Money amount={data.exchangeRate.rate} unit="USD" isShort />
                )
              }
            >
              {data.exchangeRate === null ? t('money.thereIsNoRateNow') : t('money.inThisHour')}
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

/** Coins, and beside them what they are worth in this hour. @param rate USD for a coin */
function InBoth({ coins, rate }: { readonly coins: string; readonly rate: string | undefined }) {
  return (
    <>
      <Money amount={coins} unit="coins" isShort />
      {rate === undefined ? null : (
        <span className="soft small wallet-usd">
          ≈ <Money amount={(Number(coins) * Number(rate)).toFixed(6)} unit="USD" isShort />
        </span>
      )}
    </>
  );
}
