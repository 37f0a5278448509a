import type { Amount } from '../../amount';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { hourOfWeek, hoursOf, hoursOfWeek } from '../../demand/campaigns/schedule';
import { hourMs } from '../../time';
import type { LocalDay } from '../../time-zone';
import { nextHourOf } from '../../hour';
import type { LeftOfPeriod } from './period-budget';

/** The terms that say when within a day, and within its life, a campaign spends. */
export type FlightTerms = Pick<
  Campaign,
  'pacing' | 'startsAt' | 'endsAt' | 'schedule' | 'timeZone'
>;

/**
 * Budgets of days and totals with no more than may be committed by the end of the running hour: the share of the campaign's hours
 * that have begun. What is left of earlier hours is there for the later ones. A total without an end has no hours to be
 * divided among. Clocks that are set within a span move its share by an hour; the budget itself stays.
 */
export function pacedBy(
  left: readonly LeftOfPeriod[],
  terms: FlightTerms,
  at: Date,
): readonly LeftOfPeriod[] {
  const { pacing } = terms;
  if (pacing === 'asap') return left;
  return left.map((one) => {
    const hours = hoursOfSpan(one.day, terms, at);
    if (hours === null) return one;
    const budget = shareOf(one.budget, hours, pacing);
    return { ...one, budget, free: one.free - (one.budget - budget) };
  });
}

/** Hours of a span in which the campaign is shown. */
interface SpanHours {
  readonly begun: number;
  readonly all: number;
}

/** @returns null for a span that has no end, or no hour. */
function hoursOfSpan(day: LocalDay | null, terms: FlightTerms, at: Date): SpanHours | null {
  const { startsAt, endsAt, schedule, timeZone } = terms;
  const from = Math.max(startsAt.getTime(), day?.from.getTime() ?? 0);
  const to = Math.min(endsAt?.getTime() ?? Infinity, day?.to.getTime() ?? Infinity);
  if (to === Infinity) return null;
  const shown =
    schedule === null
      ? (hours: number) => hours
      : shownHours(new Set(hoursOf(schedule)), hourOfWeek(timeZone, from));
  const all = shown(hoursBetween(from, to));
  const begun = shown(hoursBetween(from, Math.min(nextHourOf(at).getTime(), to)));
  return all > 0 ? { begun, all } : null;
}

const hoursBetween = (from: number, to: number) => Math.max(0, Math.ceil((to - from) / hourMs));

/** Counts how many of so many hours from one of the week on are on schedule. */
function shownHours(onSchedule: ReadonlySet<number>, first: number): (hours: number) => number {
  return (hours) => {
    const rest = hours % hoursOfWeek;
    let shown = ((hours - rest) / hoursOfWeek) * onSchedule.size;
    for (let hour = 0; hour < rest; hour += 1)
      if (onSchedule.has((first + hour) % hoursOfWeek)) shown += 1;
    return shown;
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
