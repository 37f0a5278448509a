import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Coins } from '../money/coins';
import { DepositCode } from '../money/deposit-code';
import { Deposits } from '../money/deposits';
import { monthOf } from '../money/statement/month';
import { Statement } from '../money/statement/statement';
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
import { readWalletSearch } from './wallet.search';

const walletDocument = graphql(`
  query Wallet {
    viewer {
      funds
      creditLimit
      earnings
      createdAt
      depositAddress
      depositCode
    }
    exchangeRate {
      rate
    }
  }
`);

/** Asked for by itself: a server that is summing up old bookings has no answer yet, and the rest of the page does. */
const spendDocument = graphql(`
  query DailySpend {
    viewer {
      dailySpend
    }
  }
`);

const spendEveryMs = 60_000;

const route = getRouteApi('/wallet');

/** The person’s money here: how it comes in, what it was spent on, how it goes out. */
export function WalletPage() {
  const { month = monthOf(new Date()), page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const wallet = useQuery({
    queryKey: [...walletKey, 'account'],
    queryFn: ({ signal }) => request(walletDocument, {}, signal),
    refetchInterval: lookEveryMs,
  });
  const spend = useQuery({
    queryKey: [...walletKey, 'spend'],
    queryFn: async ({ signal }) => (await request(spendDocument, {}, signal)).viewer.dailySpend,
    refetchInterval: spendEveryMs,
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
            <Tile label={t('money.funds')} value={<Coins amount={data.viewer.funds} isShort />}>
              {lastsText(data.viewer, spend.data) ?? t('money.whatYourCampaignsSpend')}
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
              value={<Coins amount={data.viewer.earnings} isShort />}
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
          <DepositCode address={data.viewer.depositAddress} code={data.viewer.depositCode} />
          <Deposits />
          <Withdraw />
          <WithdrawalList />
          <Statement
            {...{ month, page, since: data.viewer.createdAt }}
            onGo={(to) =>
              void navigate({
                search: readWalletSearch({
                  ...(to.month !== monthOf(new Date()) && { month: to.month }),
                  page: to.page,
                }),
                resetScroll: false,
              })
            }
          />
        </>
      )}
    </>
  );
}

type Owner = ResultOf<typeof walletDocument>['viewer'];

/**
 * How long the funds last if campaigns go on as they did; null: nothing is spent, or the operator gives unlimited credit.
 *
 * @param dailySpend coins; absent: not known
 */
function lastsText({ funds, creditLimit }: Owner, dailySpend = '0'): string | null {
  const [left, aDay] = [Number(funds), Number(dailySpend)];
  if (creditLimit === null || left <= 0 || aDay <= 0) return null;
  const days = Math.floor(left / aDay);
  return days < 1 ? t('money.lastsLessThanADay') : t('money.lastsAboutDays', { count: days });
}
