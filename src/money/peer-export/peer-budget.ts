import type { Amount } from '../../amount';
import { feeOf } from '../amounts/charge';

/**
 * The part of an hour's budget that other servers' sites may take, all of them together.
 *
 * @param share percent
 */
export const peerBudgetOf = (hourlyBudget: Amount, share: number): Amount =>
  (hourlyBudget * BigInt(share)) / 100n;

/**
 * The same as others are told it: without our fee and the community's, and no more than day and total leave.
 *
 * @param of.demandFee basis points, as is the community's
 * @param of.left null: they have no budget
 */
export function toldBudgetOf(
  hourlyBudget: Amount,
  of: {
    readonly share: number;
    readonly demandFee: number;
    readonly communityFee: number;
    readonly left: Amount | null;
  },
): Amount {
  const ofHour = peerBudgetOf(hourlyBudget, of.share);
  const budget = of.left === null || of.left > ofHour ? ofHour : of.left;
  if (budget <= 0n) return 0n;
  const left = budget - feeOf(budget, of.demandFee);
  return left - feeOf(left, of.communityFee);
}
