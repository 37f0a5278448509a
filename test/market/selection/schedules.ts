import { WeekHours } from '../../../src/market/inventory/week-hours';
import { eligibility } from '../../../src/market/selection/eligibility';
import type { SelectionInput } from '../../../src/market/selection/rule';
import { rules } from '../../../src/market/selection/rules';
import type { Candidate, Targeting } from '../../../src/market/selection/types';
import type { Dice } from './dice';

/** A Monday, 00:00 UTC. */
const monday = Date.parse('2026-01-12');
/** Minutes that clocks are ahead of UTC on that day. */
const zoneOffsets = { UTC: 0, 'Asia/Kathmandu': 345, 'Europe/Warsaw': 60 };
type Zone = keyof typeof zoneOffsets;
const visitorOffsets = [null, 0, 60, 330, 345, -120];
export const zones: readonly Zone[] = ['UTC', 'Asia/Kathmandu', 'Europe/Warsaw'];
const clocks = ['campaign', 'visitor'] as const;
const endOf = { '07': '08', '08': '09', '09': '10', '10': '11' };
type Hour = keyof typeof endOf;
const shownHours: readonly Hour[] = ['07', '08', '09', '10'];

interface PlainSchedule {
  readonly scheduleClock: (typeof clocks)[number];
  readonly timeZone: Zone;
  readonly hours: readonly Hour[];
}
interface PlainTime {
  readonly minutes: number;
  readonly utcOffset: number | null;
}

const weekHours = new WeekHours();
/** The hours of the week by minutes of the day and a visitor's offset. */
const shownHoursOf = new Map<string, Targeting>();
/** The plain meaning of the objects that `weekHours` gave. */
const meant = {
  schedules: new WeakMap<Targeting, PlainSchedule>(),
  times: new WeakMap<Targeting, PlainTime>(),
};

const termsOf = ({ hours, ...clock }: PlainSchedule) =>
  weekHours.termsOf({ ...clock, schedule: hours.map((hour) => `Mo ${hour}:00-${endOf[hour]}:00`) });
// All clocks are known before the first find.
for (const timeZone of zones)
  for (const scheduleClock of clocks) termsOf({ scheduleClock, timeZone, hours: ['07'] });

/** Some hours of Monday by the clock of a time zone, or by the visitor's. */
export function someSchedule(dice: Dice): Targeting {
  const plain = {
    scheduleClock: dice.pick(clocks),
    timeZone: dice.pick(zones),
    hours: dice.some(shownHours, 3),
  };
  const terms = termsOf(plain);
  meant.schedules.set(terms, plain);
  return terms;
}

/** A morning's quarter of an hour for a visitor, who may tell the own clock. */
export function someHoursOfWeek(dice: Dice): Targeting {
  const plain = { minutes: 120 + 15 * dice.below(36), utcOffset: dice.pick(visitorOffsets) };
  const name = `${plain.minutes} ${plain.utcOffset}`;
  const hours =
    shownHoursOf.get(name) ?? weekHours.at(monday + plain.minutes * 60_000, plain.utcOffset);
  shownHoursOf.set(name, hours);
  meant.times.set(hours, plain);
  return hours;
}

/** The schedule's rule in the plainest code, for what is of this file; else the rule itself. */
export function plainlyScheduled(input: SelectionInput): (candidate: Candidate) => boolean {
  const { hoursOfWeek } = input.context;
  const time = hoursOfWeek && meant.times.get(hoursOfWeek);
  const byRule = eligibility(rules.schedule, input);
  return (candidate) => {
    const plain = meant.schedules.get(candidate.schedule);
    if (!time || !plain) return byRule(candidate);
    const ofZone = zoneOffsets[plain.timeZone];
    const offset = plain.scheduleClock === 'visitor' ? (time.utcOffset ?? ofZone) : ofZone;
    return plain.hours.map(Number).includes(Math.floor((time.minutes + offset) / 60));
  };
}
