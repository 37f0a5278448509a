import { formatAmount, type Amount } from '../../../amount';
import { hourOf } from '../../amounts/hour';
import { hourTallyIdOf } from '../../budgets/hour-tally';
import { stateAt } from '../../../platform/states/state-history';
import type { Notice } from '../../../platform/notices/notice';
import { formatTime } from '../../../time';
import type { BatchFacts, Judgement } from './judge';

/** A clock hour of a campaign that can pay for nothing more of what it has paid for. */
export interface UsedBudget {
  /** See `hourTallyIdOf`. */
  readonly id: string;
  readonly campaignId: string;
  readonly advertiserId: string;
  readonly hour: Date;
  readonly budget: Amount;
}

/** Hours that a batch has used up, or found to be: one more event of the dearest price in it would be too much. */
export function usedBudgetsOf(
  judged: readonly Judgement[],
  { campaigns, spent }: Pick<BatchFacts, 'campaigns' | 'spent'>,
): readonly UsedBudget[] {
  const hours = Map.groupBy(judged, ({ event }) =>
    hourTallyIdOf(event.campaignId, event.occurredAt),
  );
  return [...hours].flatMap(([id, of]) => {
    const { campaignId, advertiserId, occurredAt } = of[0]!.event;
    const budget = stateAt(campaigns.get(campaignId) ?? [], occurredAt)?.hourlyBudget;
    if (budget === undefined) return [];
    const total = of.reduce((sum, { price }) => sum + price, spent.get(id) ?? 0n);
    const dearest = of.reduce((most, { price }) => (price > most ? price : most), 0n);
    const isUsed =
      of.some(({ reason }) => reason === 'budget_spent') ||
      (dearest > 0n && total + dearest > budget);
    return isUsed ? [{ id, campaignId, advertiserId, hour: hourOf(occurredAt), budget }] : [];
  });
}

export function noticeOfUsedBudget(
  { campaignId, advertiserId, hour, budget }: UsedBudget,
  at: Date,
): Notice {
  const data = { campaignId, hour: formatTime(hour), hourlyBudget: formatAmount(budget) };
  return { kind: 'campaign.budget_used', accountId: advertiserId, campaignId, at, data };
}
