import type { Amount } from '../../amount';
import { feeOf } from '../amounts/charge';

/**
 * The part of an hour's budget that other servers' sites may take, all of them together.
 *
 * @param share percent
 */
export const peerBudgetOf = (hourlyBudget: Amount, share: number): Amount =>
  (hourlyBudget * BigInt(share)) / 100n;

/** The same as others are told it: without our fee and the community's, both basis points. */
export function toldBudgetOf(
  hourlyBudget: Amount,
  of: { readonly share: number; readonly demandFee: number; readonly communityFee: number },
): Amount {
  const budget = peerBudgetOf(hourlyBudget, of.share);
  const left = budget - feeOf(budget, of.demandFee);
  return left - feeOf(left, of.communityFee);
}
