import type { ConversionRule } from '../judge/conversion-rule';
import type { EventRule } from '../judge/event-rule';
import type { SpendingFacts } from '../judge/verdict-rule';

const isTooMuch = ({ price, spent, budget, leftOfPeriods }: SpendingFacts) =>
  price > 0n && (spent + price > budget || (leftOfPeriods !== null && price > leftOfPeriods));

export const budgetSpent: EventRule & ConversionRule = {
  reason: 'budget_spent',
  description: 'The campaign’s budget of that hour, of that day or in all was spent.',
  refusesEvent: (_event, facts) => isTooMuch(facts),
  refusesConversion: (_conversion, facts) =>
    facts.peerRefusal === 'budget_spent' || (facts.isInBudget && isTooMuch(facts)),
};
