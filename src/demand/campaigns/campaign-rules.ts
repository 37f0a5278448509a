import { type Amount, formatAmount } from '../../amount';
import type { Config } from '../../config';
import type { ErrorDetails } from '../../errors';
import type { RuleContext } from '../../validation';
import type { Campaign } from './campaign';

/** What is wrong with `suspended` as a status to be set. */
export const systemStatus = 'is set by the system alone';

/** What the rules of active campaigns look at. */
export type PricedTerms = Pick<Campaign, 'endsAt' | 'maxCpc' | 'maxCpm'> & {
  /** null: it cannot be read, which is reported elsewhere. */
  readonly hourlyBudget: Amount | null;
};

/** What keeps a campaign from being active. @see docs/contract.md §4 */
export function listActivationProblems(
  { endsAt, hourlyBudget, maxCpc, maxCpm }: PricedTerms,
  { config, now }: Pick<RuleContext, 'config' | 'now'>,
  has: {
    readonly hasActiveCreative: boolean;
    /** USD; of all conversions that it defines. */
    readonly conversionValues: readonly Amount[];
  },
): ErrorDetails {
  const least = config.campaignMinimums;
  const details: Record<string, readonly string[]> = {};
  if (!has.hasActiveCreative) details.status = ['cannot be active without an active creative'];
  if (endsAt && endsAt <= now()) details.endsAt = ['has passed: the campaign cannot be active'];
  if (hourlyBudget !== null && hourlyBudget < least.hourlyBudget)
    details.hourlyBudget = [`must be at least ${formatAmount(least.hourlyBudget)} USD per hour`];
  if (!isPriceEnough({ maxCpc, maxCpm }, least, has.conversionValues))
    details.maxCpm = [
      `must be null, at least ${formatAmount(least.cpm)} USD, or 0 where clicks or conversions are paid for`,
    ];
  return details;
}

function isPriceEnough(
  { maxCpc, maxCpm }: Pick<Campaign, 'maxCpc' | 'maxCpm'>,
  least: Config['campaignMinimums'],
  conversionValues: readonly Amount[],
): boolean {
  if (maxCpm === null || maxCpm >= least.cpm) return true;
  const isPaidOtherwise =
    (maxCpc ?? 0n) > 0n || conversionValues.some((value) => value >= least.conversionValue);
  return maxCpm === 0n && isPaidOtherwise;
}

/** The problem of an end that does not fit the start; null: none. */
export function problemOfEnd(startsAt: Date, endsAt: Date | null): string | null {
  return endsAt && endsAt < startsAt ? 'must not be before the start' : null;
}
