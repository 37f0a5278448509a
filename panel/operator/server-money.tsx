import { useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Coins } from '../money/coins';
import { formatDay } from '../money/statement/month';
import { Tile } from '../money/tile';
import { TextLink } from '../parts/links';
import { TableCard } from '../parts/table-card';
import { formatCount } from '../statistics/series';
import { lookEveryMs } from '../statistics/use-now';
import { t } from '../texts/texts';

const moneyDocument = graphql(`
  query ServerMoney {
    settlement {
      fees
      onTheirWay
      paidDays(days: 30) {
        day
        amount
        networkFees
        transactions
      }
    }
  }
`);

type ServerMoney = ResultOf<typeof moneyDocument>['settlement'];

/** The operator’s fees, what is on its way, and payments day by day. */
export function ServerMoney() {
  const money = useQuery({
    queryKey: ['server-money'],
    queryFn: async ({ signal }) => (await request(moneyDocument, {}, signal)).settlement,
    refetchInterval: lookEveryMs,
  });
  const days = money.data?.paidDays.toReversed();
  return (
    <>
      {money.data === undefined ? null : <Sums money={money.data} />}
      <TableCard
        id="paid-days"
        title={t('operator.paymentsByDay')}
        query={money}
        count={days?.length}
        none={t('operator.nothingWasPaidIn30Days')}
        head={
          <>
            <th scope="col">{t('operator.dayUtc')}</th>
            <th scope="col" className="number">
              {t('common.amount')}
            </th>
            <th scope="col" className="number">
              {t('operator.networkFees')}
            </th>
            <th scope="col" className="number">
              {t('operator.transactions')}
            </th>
          </>
        }
      >
        {days?.map(({ day, amount, networkFees, transactions }) => (
          <tr key={day}>
            <td data-title>
              <time dateTime={day}>{formatDay(day)}</time>
            </td>
            <td data-label={t('common.amount')} className="number">
              <Coins amount={amount} />
            </td>
            <td data-label={t('operator.networkFees')} className="number">
              <Coins amount={networkFees} />
            </td>
            <td data-label={t('operator.transactions')} className="number">
              {formatCount(transactions)}
            </td>
          </tr>
        ))}
      </TableCard>
    </>
  );
}

function Sums({ money: { fees, onTheirWay } }: { readonly money: ServerMoney }) {
  return (
    <section className="card" aria-label={t('operator.money')}>
      <div className="tiles">
        <Tile label={t('operator.feesInAll')} value={<Coins amount={fees} isShort />}>
          {t('operator.ofDemandAndSupply')}
        </Tile>
        <Tile label={t('operator.onTheirWay')} value={<Coins amount={onTheirWay} isShort />}>
          <TextLink to="/operator/settlement" size="sm">
            {t('operator.settlement')}
          </TextLink>
        </Tile>
      </div>
    </section>
  );
}
