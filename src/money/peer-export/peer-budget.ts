import type { Amount } from '../../amount';
import { feeOf } from '../amounts/charge';

/**
 * The part of an hour's budget that other servers' sites may take, all of them together.
 *
 * @param share percent
 */
export const peerBudgetOf = (hourlyBudget: Amount, share: number): Amount =>
  (hourlyBudget * BigInt(share)) / 100n;

/** The same as others are told it: without our fee. @param demandFee basis points */
export function toldBudgetOf(
  hourlyBudget: Amount,
  { share, demandFee }: { readonly share: number; readonly demandFee: number },
): Amount {
  const budget = peerBudgetOf(hourlyBudget, share);
  return budget - feeOf(budget, demandFee);
}
