import type { Amount } from '../../../amount';
import type { PaymentContext } from '../payment.context';
import type { Settlement } from '../settlement.store';

type DayContext = Pick<PaymentContext, 'config' | 'now'>;

/** A day (UTC), such as `2026-11-22`, and what was prepared on it: 10^-11 coins. */
export interface PreparedOnDay {
  readonly day: string;
  readonly dayAmount: Amount;
}

export function preparedToday(
  { now }: Pick<DayContext, 'now'>,
  settlement: Pick<Settlement, 'day' | 'dayAmount'>,
): PreparedOnDay {
  const day = now().toISOString().slice(0, 10);
  return { day, dayAmount: settlement.day === day ? settlement.dayAmount : 0n };
}

/** The most that may still be prepared on a day, 10^-11 coins; null: no limit. */
export function leftOf(
  { dayAmount }: PreparedOnDay,
  { payouts: { dailyLimit } }: DayContext['config'],
): Amount | null {
  return dailyLimit === null ? null : dailyLimit - dayAmount;
}
