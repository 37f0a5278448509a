import type { Amount } from '../../../amount';
import type { CampaignState } from '../../../demand/campaigns/campaign-state';
import { budgetTimeOf } from '../../../market/events/event';
import { stateAt, type TimedState } from '../../../platform/states/state-history';
import { hourOf, nextHourOf } from '../../../hour';
import { type HourTally, claimedBy } from '../../budgets/hour-tally';
import type { JudgedEvent } from './event-rule';

/**
 * How much the offers of an event's hour may cost, so that it is paid: the budget that was in force when it was offered, or a
 * greater one since. Where the budget had been lowered before, it is at least what was set aside and spent by then, so that
 * what is paid of that leaves room for the offers that came after.
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
  // The time of an offer is its second.
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
