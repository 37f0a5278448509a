import type { Amount } from '../../amount';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { hoursOf, hoursOfWeek } from '../../demand/campaigns/schedule';
import { hourMs, quarterMs } from '../../time';
import type { LocalDay } from '../../time-zone';
import { nextHourOf } from '../../hour';
import type { LeftOfPeriod } from './period-budget';
import type { HourWeights } from './traffic-curve';
import { type ZoneWeek, zoneWeekOf } from './zone-week';

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
 * ones. A total without an end has no hours to be divided among. Hours are those that pass: on schedule as clocks of the zone
 * show them, of which a day has one more or one less where clocks are set.
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
  // Without a schedule no clock counts: all campaigns share the weeks of one.
  const zone = schedule === null ? 'UTC' : timeZone;
  const firstHour = Math.floor(from / hourMs);
  // Zones differ by quarters of an hour: by it clocks go on in the midst of an hour of UTC.
  const phase = Math.floor((from % hourMs) / quarterMs) * quarterMs;
  const toSums = (week: ZoneWeek) => {
    const sums = [0];
    for (const [hour, ofWeek] of week.entries()) {
      const isShown = onSchedule === null || onSchedule.has(ofWeek);
      const weight = weights ? (weights[hour % weights.length] ?? 0) : 1;
      sums.push((sums[hour] ?? 0) + (isShown ? weight : 0));
    }
    return sums;
  };
  const known = new Map<ZoneWeek, readonly number[]>();
  const sumsOf = (week: ZoneWeek) => {
    const sums = known.get(week) ?? toSums(week);
    known.set(week, sums);
    return sums;
  };
  return (hours) => {
    const lastHour = firstHour + hours;
    let sum = 0;
    for (let hour = firstHour; hour < lastHour; ) {
      const begin = hour - (hour % hoursOfWeek);
      const sums = sumsOf(zoneWeekOf(zone, begin * hourMs + phase));
      const end = Math.min(begin + hoursOfWeek, lastHour);
      sum += (sums[end - begin] ?? 0) - (sums[hour - begin] ?? 0);
      hour = end;
    }
    return sum;
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
