import type { EventRule } from '../event-rule';

export const budgetSpent: EventRule = {
  reason: 'budget_spent',
  description: 'The campaign’s budget of that hour was spent.',
  refuses: (_event, { price, spent, budget }) => price > 0n && spent + price > budget,
};
