import type { Amount } from '../../amount';
import type { PeriodTerms } from '../../demand/campaigns/campaign-state';
import { localDayOf, type LocalDay } from '../../time-zone';
import { type CampaignPeriod, dayIdOf, totalIdOf } from './campaign-period.store';
import { type HourTallies, type OfferTime, openOf } from './hour-tally';

/** A budget of a day, or of all of a campaign’s life. */
export interface PeriodBudget {
  /** Of what is spent of it. */
  readonly id: string;
  /** Unit: 10^-11 USD. */
  readonly budget: Amount;
  /** null: all of its life. */
  readonly day: LocalDay | null;
}

/** Those that a campaign has at a moment. */
export function periodBudgetsOf(
  terms: PeriodTerms & { readonly campaignId: string },
  at: Date,
): readonly PeriodBudget[] {
  const { campaignId, dailyBudget, totalBudget, timeZone } = terms;
  const day = dailyBudget === null ? null : localDayOf(timeZone, at);
  return [
    ...(day && dailyBudget !== null
      ? [{ id: dayIdOf(campaignId, day.from), budget: dailyBudget, day }]
      : []),
    ...(totalBudget === null
      ? []
      : [{ id: totalIdOf(campaignId), budget: totalBudget, day: null }]),
  ];
}

export const hasPeriods = ({
  dailyBudget,
  totalBudget,
}: Pick<PeriodTerms, 'dailyBudget' | 'totalBudget'>): boolean =>
  dailyBudget !== null || totalBudget !== null;

/** The money of a budget that is spent, and left. Unit: 10^-11 USD. */
export interface LeftOfPeriod extends PeriodBudget {
  readonly spent: Amount;
  /** That nothing is set aside of; below 0: the budget was lowered. */
  readonly free: Amount;
}

/** @param tallies of the hour that the time lies in, and of the one before */
export function leftOfPeriods(
  budgets: readonly PeriodBudget[],
  periods: ReadonlyMap<string, Pick<CampaignPeriod, 'spent'>>,
  { tallies, time }: { readonly tallies: HourTallies; readonly time: OfferTime },
): readonly LeftOfPeriod[] {
  return budgets.map((one) => {
    const spent = periods.get(one.id)?.spent ?? 0n;
    return { ...one, spent, free: one.budget - spent - openOf(tallies, time, one.day) };
  });
}
