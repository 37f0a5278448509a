import { formatAmount, type Amount } from '../../../amount';
import { hourOf } from '../../../hour';
import { hourTallyIdOf } from '../../budgets/hour-tally';
import { budgetTimeOf } from '../../../market/events/event';
import type { Notice } from '../../../platform/notices/notice';
import { formatTime } from '../../../time';
import { budgetOf } from './budget-of-hour';
import type { BatchFacts, Judgement } from './judge';
import { assertPresent } from '../../../present';

/** A clock hour of a campaign whose budget is used up. */
export interface UsedBudget {
  /** See `hourTallyIdOf`. */
  readonly id: string;
  readonly campaignId: string;
  readonly advertiserId: string;
  readonly hour: Date;
  readonly budget: Amount;
}

/** Lists the hours whose budgets are used up after a batch: one more event of the hour's dearest price would exceed the budget. */
export function usedBudgetsOf(
  judged: readonly Judgement[],
  { campaigns, hours }: Pick<BatchFacts, 'campaigns' | 'hours'>,
): readonly UsedBudget[] {
  const judgedOf = Map.groupBy(judged, ({ event }) =>
    hourTallyIdOf(event.campaignId, budgetTimeOf(event)),
  );
  return [...judgedOf].flatMap(([id, of]) => {
    const { event } = assertPresent(of.at(-1), 'a group has events');
    const { campaignId, advertiserId } = event;
    const tally = hours.get(id) ?? null;
    const budget = budgetOf(event, campaigns.get(campaignId) ?? [], tally);
    if (budget === 0n) return [];
    const total = of.reduce((sum, { price }) => sum + price, tally?.spent ?? 0n);
    const dearest = of.reduce((most, one) => (askedOf(one) > most ? askedOf(one) : most), 0n);
    const isUsed = dearest > 0n && total + dearest > budget;
    const hour = hourOf(budgetTimeOf(event));
    return isUsed ? [{ id, campaignId, advertiserId, hour, budget }] : [];
  });
}

/** The price that was paid, or that a spent budget refused: the reason does not tell which budget. Unit: 10^-11 USD. */
const askedOf = ({ event, price, reason }: Judgement) =>
  reason === 'budget_spent' ? (event.price ?? 0n) : price;

export function noticeOfUsedBudget(
  { campaignId, advertiserId, hour, budget }: UsedBudget,
  at: Date,
): Notice {
  const amount = formatAmount(budget);
  const data = {
    ...{ campaignId, period: 'hour', budget: amount },
    ...{ hour: formatTime(hour), hourlyBudget: amount },
  };
  return { kind: 'campaign.budget_used', accountId: advertiserId, campaignId, at, data };
}
