import type { Amount } from '../../amount';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { hourOfWeek, hoursOf, hoursOfWeek } from '../../demand/campaigns/schedule';
import { hourMs } from '../../time';
import type { LocalDay } from '../../time-zone';
import { nextHourOf } from '../../hour';
import type { LeftOfPeriod } from './period-budget';
import type { HourWeights } from './traffic-curve';

/** The terms that say when within a day, and within its life, a campaign spends. */
export type FlightTerms = Pick<
  Campaign,
  'pacing' | 'startsAt' | 'endsAt' | 'schedule' | 'timeZone'
>;

/** When budgets are paced, and by which curve of traffic. */
export interface PacedAt {
  readonly at: Date;
  /** null: none is learnt, and all hours are alike. */
  readonly weights: HourWeights | null;
}

/**
 * Budgets of days and totals with no more than may be committed by the end of the running hour: the share of the campaign's hours
 * that have begun; spent evenly, each hour counts by its traffic. What is left of earlier hours is there for the later
 * ones. A total without an end has no hours to be divided among. Clocks that are set within a span move its share by an
 * hour; the budget itself stays.
 */
export function pacedBy(
  left: readonly LeftOfPeriod[],
  terms: FlightTerms,
  { at, weights }: PacedAt,
): readonly LeftOfPeriod[] {
  const { pacing } = terms;
  if (pacing === 'asap') return left;
  const curve = pacing === 'even' ? weights : null;
  return left.map((one) => {
    const hours = hoursOfSpan(one.day, terms, { at, weights: curve });
    if (hours === null) return one;
    const budget = shareOf(one.budget, hours, pacing);
    return { ...one, budget, free: one.free - (one.budget - budget) };
  });
}

/** Hours of a span in which the campaign is shown, each by its weight. */
interface SpanHours {
  readonly begun: number;
  readonly all: number;
}

/** @returns null for a span that has no end, or no hour. */
function hoursOfSpan(
  day: LocalDay | null,
  terms: FlightTerms,
  { at, weights }: PacedAt,
): SpanHours | null {
  const { startsAt, endsAt } = terms;
  const from = Math.max(startsAt.getTime(), day?.from.getTime() ?? 0);
  const to = Math.min(endsAt?.getTime() ?? Infinity, day?.to.getTime() ?? Infinity);
  if (to === Infinity) return null;
  const weigh = weighing(terms, from, weights);
  const all = weigh(hoursBetween(from, to));
  const begun = weigh(hoursBetween(from, Math.min(nextHourOf(at).getTime(), to)));
  return all > 0 ? { begun, all } : null;
}

const hoursBetween = (from: number, to: number) => Math.max(0, Math.ceil((to - from) / hourMs));

/** Weighs so many hours from a time on: those on schedule, each by its traffic or as one. */
function weighing(
  { schedule, timeZone }: FlightTerms,
  from: number,
  weights: HourWeights | null,
): (hours: number) => number {
  if (schedule === null && weights === null) return (hours) => hours;
  const onSchedule = schedule && new Set(hoursOf(schedule));
  const first = onSchedule ? hourOfWeek(timeZone, from) : 0;
  const firstUtc = Math.floor(from / hourMs);
  // Schedules and curves are the same each week.
  const sums = [0];
  for (let hour = 0; hour < hoursOfWeek; hour += 1) {
    const isShown = !onSchedule || onSchedule.has((first + hour) % hoursOfWeek);
    const weight = weights ? (weights[(firstUtc + hour) % weights.length] ?? 0) : 1;
    sums.push((sums[hour] ?? 0) + (isShown ? weight : 0));
  }
  const week = sums[hoursOfWeek] ?? 0;
  return (hours) => {
    const rest = hours % hoursOfWeek;
    return ((hours - rest) / hoursOfWeek) * week + (sums[rest] ?? 0);
  };
}

/** Front-loaded, the first hours have twice the even share, and the last ones nothing: what is left falls by its square. */
function shareOf(
  budget: Amount,
  hours: SpanHours,
  pacing: Exclude<Campaign['pacing'], 'asap'>,
): Amount {
  const [begun, all] = [BigInt(hours.begun), BigInt(hours.all)];
  if (pacing === 'even') return (budget * begun) / all;
  return budget - (budget * (all - begun) ** 2n) / all ** 2n;
}
