import { useQuery } from '@tanstack/react-query';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Loading } from '../parts/loading';
import { Problem } from '../parts/problem';
import { When } from '../parts/when';
import { t } from '../texts/texts';
import { Coins } from './coins';
import { useNames } from './names';

const earnedDocument = graphql(`
  query EarnedParts($id: ID!) {
    payment(id: $id) {
      id
      earned {
        hour
        siteId
        amount
      }
    }
  }
`);

/** The sites and hours that a payment was earned with. */
export function EarnedParts({ paymentId: id }: { readonly paymentId: string }) {
  const earned = useQuery({
    queryKey: ['payments', 'earned', id],
    queryFn: async ({ signal }) => (await request(earnedDocument, { id }, signal)).payment.earned,
  });
  const nameOf = useNames(earned.data?.map(({ siteId }) => siteId) ?? []);
  if (!earned.data)
    return earned.isPending ? (
      <Loading />
    ) : (
      <Problem error={earned.error} onRetry={() => void earned.refetch()} />
    );
  if (earned.data.length === 0) return <p className="soft">{t('money.nothingThatCanBeTold')}</p>;
  return (
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
          {earned.data.map(({ hour, siteId, amount }) => (
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
  );
}
