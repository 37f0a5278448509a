import type { Amount } from '../../../amount';
import type { CampaignState } from '../../../demand/campaigns/campaign-state';
import { budgetTimeOf } from '../../../market/events/event';
import { stateAt, type TimedState } from '../../../platform/states/state-history';
import { hourOf, nextHourOf } from '../../../hour';
import { type HourTally, claimedBy } from '../../budgets/hour-tally';
import type { JudgedEvent } from './event-rule';

/**
 * The most that all offers of an event's hour may cost for the event to be paid: the hourly budget in force when the event was
 * offered, or a greater budget set later in the hour. Where the budget was lowered before the offer, the bound is at least what
 * was set aside and spent until then: those offers are paid, and leave room for the offers after them.
 *
 * @param tally of the hour that pays; null: nothing was stored of it
 * @returns 10^-11 USD
 * @see docs/contract.md §7
 */
export function budgetOf(
  event: Pick<JudgedEvent, 'exp' | 'offeredAt' | 'occurredAt'>,
  states: readonly TimedState<CampaignState>[],
  tally: HourTally | null,
): Amount {
  const at = budgetTimeOf(event);
  if (event.exp === undefined) return stateAt(states, at)?.hourlyBudget ?? 0n;
  // Offers tell their time in seconds.
  const offeredAt = new Date(at.getTime() + 999);
  let budget = stateAt(states, offeredAt)?.hourlyBudget ?? 0n;
  const [begun, over] = [hourOf(at), nextHourOf(at)];
  let before = stateAt(states, begun)?.hourlyBudget ?? 0n;
  for (const state of states) {
    if (state.at <= begun || state.at >= over) continue;
    const isLowered = state.hourlyBudget < before;
    const least =
      state.at > offeredAt
        ? state.hourlyBudget
        : isLowered
          ? lesserOf(before, claimedBy(tally, state.at))
          : 0n;
    if (least > budget) budget = least;
    before = state.hourlyBudget;
  }
  return budget;
}

const lesserOf = (one: Amount, other: Amount): Amount => (one < other ? one : other);
