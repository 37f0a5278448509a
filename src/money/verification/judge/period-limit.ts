import type { Amount } from '../../../amount';
import type { CampaignState } from '../../../demand/campaigns/campaign-state';
import { stateAt, type TimedState } from '../../../platform/states/state-history';
import { minuteMs, secondMs } from '../../../time';
import { localDayOf, type LocalDay } from '../../../time-zone';
import { dayIdOf, totalIdOf } from '../../budgets/campaign-period.store';

type States = readonly TimedState<CampaignState>[];

/** After this time every gateway has heard of a changed budget, and offers no money that was set aside by the former budget. */
const usedByMs = minuteMs + 15 * secondMs;

/** A daily or total budget that an event must fit in. */
export interface PeriodLimit {
  /** The id of the record of its spending. */
  readonly id: string;
  /** Unit: 10^-11 USD. */
  readonly limit: Amount;
  /** null: all of the campaign's life. */
  readonly day: LocalDay | null;
}

/** A campaign's day at a time, by the time zone that the campaign had then. */
export const dayOfCampaign = (states: States, at: Date): LocalDay =>
  localDayOf(stateAt(states, at)?.timeZone ?? 'UTC', at);

/** Says that a campaign has, or had, a daily or total budget. */
export const hasPeriodLimits = (states: States): boolean =>
  states.some(({ dailyBudget, totalBudget }) => dailyBudget !== null || totalBudget !== null);

/**
 * The daily and the total budget for an event of a time: of each the greatest that was in force then, afterwards (the daily
 * budget: until the day ends), or within `usedByMs` before, because gateways still offer money that they set aside before a
 * budget was lowered. A budget is left out where it was without bound at one of these times.
 *
 * @see docs/contract.md §7
 */
export function periodLimitsOf(
  campaignId: string,
  states: States,
  at: Date,
): readonly PeriodLimit[] {
  const day = dayOfCampaign(states, at);
  const from = new Date(at.getTime() - usedByMs);
  const ofDay = { from: from > day.from ? from : day.from, to: day.to };
  const daily = greatestOf(states, ofDay, ({ dailyBudget }) => dailyBudget);
  const total = greatestOf(states, { from, to: null }, ({ totalBudget }) => totalBudget);
  return [
    ...(daily === null ? [] : [{ id: dayIdOf(campaignId, day.from), limit: daily, day }]),
    ...(total === null ? [] : [{ id: totalIdOf(campaignId), limit: total, day: null }]),
  ];
}

/** @param span to: null: without end */
function greatestOf(
  states: States,
  { from, to }: { readonly from: Date; readonly to: Date | null },
  budgetOf: (state: CampaignState) => Amount | null,
): Amount | null {
  let greatest: Amount | null = 0n;
  let isKnown = false;
  for (const [place, state] of states.entries()) {
    const until = states[place + 1]?.at;
    const isIn = (to === null || state.at < to) && (until === undefined || until > from);
    if (!isIn) continue;
    const budget = budgetOf(state);
    isKnown = true;
    if (budget === null || greatest === null) greatest = null;
    else if (budget > greatest) greatest = budget;
  }
  // Other rules judge a campaign without a history.
  return isKnown ? greatest : null;
}
