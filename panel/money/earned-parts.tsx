import { useQuery } from '@tanstack/react-query';
import { formatDecimal, parseAmount } from '../campaigns/decimal';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Loading } from '../parts/loading';
import { formatMoney } from '../parts/money';
import { Problem } from '../parts/problem';
import { When } from '../parts/when';
import { t } from '../texts/texts';
import { Coins } from './coins';
import { useNames } from './names';

const earnedDocument = graphql(`
  query EarnedParts($id: ID!) {
    payment(id: $id) {
      id
      amount
      earned {
        hour
        siteId
        amount
      }
    }
  }
`);

type Payment = ResultOf<typeof earnedDocument>['payment'];

/** The sites and hours that a payment was earned with, and how much of it these are not. */
export function EarnedParts({ paymentId: id }: { readonly paymentId: string }) {
  const payment = useQuery({
    queryKey: ['payments', 'earned', id],
    queryFn: async ({ signal }) => (await request(earnedDocument, { id }, signal)).payment,
  });
  const nameOf = useNames(payment.data?.earned.map(({ siteId }) => siteId) ?? []);
  if (!payment.data)
    return payment.isPending ? (
      <Loading />
    ) : (
      <Problem error={payment.error} onRetry={() => void payment.refetch()} />
    );
  const { earned } = payment.data;
  if (earned.length === 0) return <p className="soft">{t('money.nothingThatCanBeTold')}</p>;
  return (
    <>
      <Rest payment={payment.data} />
      <div
        className="chart-rows"
        tabIndex={0}
        role="region"
        aria-label={t('money.whatThePaymentIsFor')}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t('money.hour')}</th>
              <th scope="col">{t('money.site')}</th>
              <th scope="col" className="number">
                {t('money.earned')}
              </th>
            </tr>
          </thead>
          <tbody>
            {earned.map(({ hour, siteId, amount }) => (
              <tr key={`${hour} ${siteId}`}>
                <td>
                  <When at={hour} />
                </td>
                <td>{nameOf(siteId)}</td>
                <td className="number">
                  <Coins amount={amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The part of a payment that the lines do not tell: there are at most 1,000, and some earnings are of no site. */
function Rest({ payment: { amount, earned } }: { readonly payment: Payment }) {
  const rest = earned.reduce((left, part) => left - parseAmount(part.amount), parseAmount(amount));
  if (rest === 0n) return null;
  const values = { amount: formatMoney(formatDecimal(rest < 0n ? -rest : rest), 'coins') };
  return (
    <p className="soft">
      {rest > 0n ? t('money.restIsNotListed', values) : t('money.restWasMovedToFunds', values)}
    </p>
  );
}
