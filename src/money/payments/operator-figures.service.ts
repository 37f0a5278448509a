import type { Amount } from '../../amount';
import { partitions } from '../../market/events/event';
import { dayMs, startOfDay } from '../../time';
import { demandFeesOf, supplyFeesOf } from '../books/book';
import type { PaidDay } from './paid-day';
import type { PaymentContext } from './payment.context';

/** A quarter of a year. */
const mostDays = 92;

/** Payments of the server's account by day (UTC), the first day first; days without any are left out. */
export function listPaidDays(
  { paymentBatches, config, now }: PaymentContext,
  days: number,
): Promise<readonly PaidDay[]> {
  const today = startOfDay(now()).getTime();
  const from = new Date(today - (Math.min(Math.max(days, 1), mostDays) - 1) * dayMs);
  return paymentBatches.sumByDay(config.ledgerAddress, { from, to: new Date(today + dayMs) });
}

/** The operator's fees of demand and supply in all, 10^-11 coins: nothing is taken out of their books. */
export async function sumFees({ books }: Pick<PaymentContext, 'books'>): Promise<Amount> {
  const names = partitions.flatMap((one) => [demandFeesOf(one), supplyFeesOf(one)]);
  const balances = await books.balancesOf(names);
  return [...balances.values()].reduce((total, balance) => total + balance, 0n);
}
