import type { Amount } from '../../amount';

const whole = 100n;

/** The price of a view that the tag has not measured, rounded down. @param percent 0 to 100 */
export const unmeasuredPriceOf = (price: Amount, percent: number): Amount =>
  (price * BigInt(percent)) / whole;
