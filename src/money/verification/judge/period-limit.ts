import type { Amount } from '../../../amount';
import type { CampaignState } from '../../../demand/campaigns/campaign-state';
import { stateAt, type TimedState } from '../../../platform/states/state-history';
import { minuteMs, secondMs } from '../../../time';
import { localDayOf, type LocalDay } from '../../../time-zone';
import { dayIdOf, totalIdOf } from '../../budgets/campaign-period.store';

type States = readonly TimedState<CampaignState>[];

/** After this time every gateway has heard of a changed budget, and offers no money that was set aside by the former budget. */
const usedByMs = minuteMs + 15 * secondMs;

/** A budget of a day or in all that an event must fit in. */
export interface PeriodLimit {
  /** The id of the record of its spending. */
  readonly id: string;
  /** Unit: 10^-11 USD. */
  readonly limit: Amount;
  /** null: all of the campaign's life. */
  readonly day: LocalDay | null;
}

/** The day of a campaign that pays for something, by the time zone that it had then. */
export const dayOfCampaign = (states: States, at: Date): LocalDay =>
  localDayOf(stateAt(states, at)?.timeZone ?? 'UTC', at);

/** Says that a campaign has, or had, a budget of a day or in all. */
export const hasPeriodLimits = (states: States): boolean =>
  states.some(({ dailyBudget, totalBudget }) => dailyBudget !== null || totalBudget !== null);

/**
 * The budgets of a day and in all for what was offered, or has happened, at a time: the greatest in force then or since, or just before, as
 * money that was set aside before a budget was lowered is used a little longer. None where one of these was without bound.
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
