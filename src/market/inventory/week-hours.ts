import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { hourOfWeek, hoursOf, weekHourOf } from '../../demand/campaigns/schedule';
import type { Targeting } from '../selection/types';
import { hourMs, minuteMs, quarterMs } from '../../time';
import { canonicalZone } from '../../time-zone';

const always: Targeting = new Map();

type Scheduled = Pick<Campaign, 'schedule' | 'scheduleClock' | 'timeZone'>;

/** A campaign's clock: a time zone by its canonical name, or the visitor's with the time zone that stands in for a visitor who tells none. */
export const clockOf = ({ scheduleClock, timeZone }: Omit<Scheduled, 'schedule'>): string => {
  const zone = canonicalZone(timeZone);
  return scheduleClock === 'visitor' ? `visitor, else ${zone}` : zone;
};

/**
 * The hours of the week, by the clocks of the time zones in which campaigns have schedules, or bid modifiers of hours, and by those
 * of visitors.
 */
export class WeekHours {
  private readonly zones = new Set<string>();
  /** Clocks of visitors, as `clockOf` has them, to the zones that stand in for them. */
  private readonly ofVisitors = new Map<string, string>();
  private quarter = -1;
  private current: Targeting = new Map();
  /** The hours of this quarter for visitors, by minutes ahead of UTC. */
  private readonly byOffset = new Map<number, Targeting>();

  /** A campaign's hours as clauses of its clock; no clause: it has no schedule. */
  termsOf(campaign: Scheduled): Targeting {
    const { schedule, scheduleClock, timeZone } = campaign;
    if (schedule === null) return always;
    this.note(timeZone);
    const clock = clockOf(campaign);
    if (scheduleClock === 'visitor' && !this.ofVisitors.has(clock)) {
      this.ofVisitors.set(clock, timeZone);
      this.quarter = -1;
    }
    return new Map([[clock, hoursOf(schedule).map(String)]]);
  }

  /** From now on the hour is told in this zone, too. */
  note(timeZone: string): void {
    const zone = canonicalZone(timeZone);
    if (this.zones.has(zone)) return;
    this.zones.add(zone);
    this.quarter = -1;
  }

  /**
   * The hour of each of these clocks. The same object for a quarter of an hour: selection looks at an object once.
   *
   * @param utcOffset minutes that the visitor's clock is ahead of UTC, whole quarters of an hour; null: not known
   */
  at(now: number, utcOffset: number | null = null): Targeting {
    const quarter = Math.floor(now / quarterMs);
    if (quarter !== this.quarter) {
      this.byOffset.clear();
      this.current = this.hoursAt(now);
      this.quarter = quarter;
    }
    if (utcOffset === null || this.ofVisitors.size === 0) return this.current;
    let hours = this.byOffset.get(utcOffset);
    if (hours === undefined) {
      const visitorsHour = weekHourOf(Math.floor((now + utcOffset * minuteMs) / hourMs));
      const ofVisitor = [...this.ofVisitors.keys()].map(
        (clock) => [clock, [String(visitorsHour)]] as const,
      );
      hours = new Map([...this.current, ...ofVisitor]);
      this.byOffset.set(utcOffset, hours);
    }
    return hours;
  }

  /** The hours of zones, and of visitors whose clock is not known: a zone stands in for each. */
  private hoursAt(now: number): Targeting {
    const ofZones = [...this.zones].map((zone) => [zone, zone] as const);
    return new Map(
      [...ofZones, ...this.ofVisitors].map(([clock, zone]) => [
        clock,
        [String(hourOfWeek(zone, now))],
      ]),
    );
  }
}

/**
 * Says that an hour of the campaign's schedule is under way in its time zone.
 *
 * @param hoursOfWeek as `WeekHours` has them: a campaign that is not for sale may have a zone that nobody else has
 */
export function isOnSchedule(
  { schedule, timeZone }: Pick<Campaign, 'schedule' | 'timeZone'>,
  hoursOfWeek: Targeting,
  now: number,
): boolean {
  if (schedule === null) return true;
  const [known] = hoursOfWeek.get(canonicalZone(timeZone)) ?? [];
  const hour = known === undefined ? hourOfWeek(timeZone, now) : Number(known);
  return hoursOf(schedule).includes(hour);
}
