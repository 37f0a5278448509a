import type { Amount } from '../../../amount';
import { dayMs } from '../../../time';
import type { PaymentContext } from '../payment.context';
import type { Settlement } from '../settlement.store';

type DayContext = Pick<PaymentContext, 'config' | 'now'>;

/** A day (UTC), such as `2026-11-22`, and what was prepared on it: 10^-11 coins. */
export interface PreparedOnDay {
  readonly day: string;
  readonly dayAmount: Amount;
}

/** The day of the clock, or the day after it: where that has begun for the settler before, its limit goes on. */
export function preparedToday(
  { now }: Pick<DayContext, 'now'>,
  { day: known, dayAmount }: Pick<Settlement, 'day' | 'dayAmount'>,
): PreparedOnDay {
  const at = now();
  const today = dayOf(at);
  const isBegun = known === today || known === dayOf(new Date(at.getTime() + dayMs));
  return isBegun ? { day: known, dayAmount } : { day: today, dayAmount: 0n };
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** The most that may still be prepared on a day, 10^-11 coins; null: no limit. */
export function leftOf(
  { dayAmount }: PreparedOnDay,
  { payouts: { dailyLimit } }: DayContext['config'],
): Amount | null {
  return dailyLimit === null ? null : dailyLimit - dayAmount;
}
