import type { Amount } from '../../amount';
import { feeOf } from '../amounts/charge';

/**
 * The part of an hour's budget that the sites of all other servers together may take.
 *
 * @param share percent
 */
export const peerBudgetOf = (hourlyBudget: Amount, share: number): Amount =>
  (hourlyBudget * BigInt(share)) / 100n;

/**
 * That part as other servers are told it: without our fee and the community's, and no more than the budgets of the day
 * and of the whole campaign leave.
 *
 * @param of.demandFee basis points, as `communityFee`
 * @param of.left the rest of both budgets; null: the campaign has neither
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
