import type { ConversionRule } from '../conversion-rule';
import type { EventRule } from '../event-rule';
import type { SpendingFacts } from '../verdict-rule';

const isTooMuch = ({ price, spent, budget }: SpendingFacts) => price > 0n && spent + price > budget;

export const budgetSpent: EventRule & ConversionRule = {
  reason: 'budget_spent',
  description: 'The campaign’s budget of that hour was spent.',
  refusesEvent: (_event, facts) => isTooMuch(facts),
  refusesConversion: (_conversion, facts) => facts.isInBudget && isTooMuch(facts),
};
