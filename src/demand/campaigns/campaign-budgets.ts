import type { ErrorDetails } from '../../errors';
import type { Campaign } from './campaign.resource';

/** The budgets of a campaign, the longest span last. */
type Budgets = Partial<Pick<Campaign, 'hourlyBudget' | 'dailyBudget' | 'totalBudget'>>;

const spans = [
  {
    member: 'hourlyBudget',
    tooLittle: 'must not be less than the budget of an hour',
    tooMuch: 'must not be more than the budget of an hour',
  },
  {
    member: 'dailyBudget',
    tooLittle: 'must not be less than the budget of a day',
    tooMuch: 'must not be more than the budget of a day',
  },
  {
    member: 'totalBudget',
    tooLittle: 'must not be less than the total budget',
    tooMuch: 'must not be more than the total budget',
  },
] as const;

/**
 * The problems of budgets that leave a longer span less than a shorter one: each pair is told of once, at the longer one, or at the
 * shorter one where that alone was changed.
 *
 * @param changes default: all are new
 * @see docs/contract.md §4
 */
export function problemsOfBudgets(budgets: Budgets, changes: Budgets = budgets): ErrorDetails {
  const details: Record<string, readonly string[]> = {};
  const given = spans.filter(({ member }) => budgets[member] != null);
  for (const [place, longer] of given.entries()) {
    const shorter = given[place - 1];
    if (shorter === undefined || !isLess(budgets[longer.member], budgets[shorter.member])) continue;
    if (changes[longer.member] !== undefined) details[longer.member] = [shorter.tooLittle];
    else if (changes[shorter.member] !== undefined) details[shorter.member] = [longer.tooMuch];
  }
  return details;
}

const isLess = (one: bigint | null | undefined, other: bigint | null | undefined): boolean =>
  one != null && other != null && one < other;
