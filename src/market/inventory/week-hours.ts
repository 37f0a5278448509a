import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { hourOfWeek, hoursOf } from '../../demand/campaigns/schedule';
import type { Targeting } from '../selection/types';
import { minuteMs } from '../../time';

/** Offsets of all time zones are whole quarters of an hour. */
const quarterMs = 15 * minuteMs;
const always: Targeting = new Map();

/** The hours of the week, by the clocks of the time zones in which campaigns have schedules, or bid modifiers of hours. */
export class WeekHours {
  private readonly zones = new Set<string>();
  private quarter = -1;
  private current: ReadonlyMap<string, readonly string[]> = new Map();

  /** A campaign's hours as clauses of its time zone; no clause: it has no schedule. */
  termsOf({ schedule, timeZone }: Pick<Campaign, 'schedule' | 'timeZone'>): Targeting {
    if (schedule === null) return always;
    this.note(timeZone);
    return new Map([[timeZone, hoursOf(schedule).map(String)]]);
  }

  /** From now on the hour is told in this zone, too. */
  note(timeZone: string): void {
    if (this.zones.has(timeZone)) return;
    this.zones.add(timeZone);
    this.quarter = -1;
  }

  /** The hour in each of these zones. The same object for a quarter of an hour: selection looks at an object once. */
  at(now: number): Targeting {
    const quarter = Math.floor(now / quarterMs);
    if (quarter !== this.quarter) {
      this.current = new Map(
        [...this.zones].map((zone) => [zone, [String(hourOfWeek(zone, now))]]),
      );
      this.quarter = quarter;
    }
    return this.current;
  }
}

/** Says that an hour of the campaign's schedule is under way. @param hoursOfWeek as `WeekHours` has them */
export function isOnSchedule(
  { schedule, timeZone }: Pick<Campaign, 'schedule' | 'timeZone'>,
  hoursOfWeek: Targeting,
): boolean {
  const [hour] = hoursOfWeek.get(timeZone) ?? [];
  return schedule === null || hoursOf(schedule).includes(Number(hour));
}
