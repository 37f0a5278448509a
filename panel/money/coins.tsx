import { useQuery } from '@tanstack/react-query';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Money } from '../parts/money';
import { lookEveryMs } from '../statistics/use-now';

const rateDocument = graphql(`
  query RateOfNow {
    exchangeRate {
      rate
    }
  }
`);

/** USD for a coin in this hour; undefined: there is no rate, or it is not known yet. */
function useRate(): string | undefined {
  const rate = useQuery({
    queryKey: ['rate-of-now'],
    queryFn: async ({ signal }) => (await request(rateDocument, {}, signal)).exchangeRate,
    refetchInterval: lookEveryMs,
  });
  return rate.data?.rate;
}

/** Coins, and beside them what they are worth in this hour. */
export function Coins({
  amount,
  isShort = false,
}: {
  readonly amount: string;
  readonly isShort?: boolean;
}) {
  const rate = useRate();
  return (
    <>
      <Money amount={amount} unit="coins" isShort={isShort} />
      {rate === undefined || Number(amount) === 0 ? null : (
        <span className="soft small in-usd">
          ≈ <Money amount={(Number(amount) * Number(rate)).toFixed(6)} unit="USD" isShort />
        </span>
      )}
    </>
  );
}
