import { type Amount, maxAmount } from '../../amount';

/** The money of an account, in 10^-11 coins. */
export interface Pockets {
  /** Paid in less what was charged and paid out; below 0 as far as the account's credit goes. */
  readonly funds: Amount;
  /** Earned by its sites and not paid yet. */
  readonly earnings: Amount;
}

/** Most that an account without a credit limit may owe, 10^-11 coins: a hundred of them do not overflow a book. */
export const mostOwed: Amount = maxAmount / 100n;

/**
 * How much an account may still be charged.
 *
 * @param account.creditLimit 10^-11 coins; null: {@link mostOwed}
 */
export function spendableOf({
  funds,
  creditLimit,
}: {
  readonly funds: Amount;
  readonly creditLimit: Amount | null;
}): Amount {
  const left = funds + (creditLimit ?? mostOwed);
  if (left <= 0n) return 0n;
  return left < maxAmount ? left : maxAmount;
}
