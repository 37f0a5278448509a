import { hourOfWeek, hoursOfWeek } from '../../demand/campaigns/schedule';
import { hourMs } from '../../time';

/** The hours of the week that a zone’s clocks show in each of a week’s 168 hours. */
export type ZoneWeek = readonly number[];

const mostKept = 5_000;
/** To look at a clock takes some 50 µs. Weeks without a change of clocks share what they show. */
const kept = new Map<string, ZoneWeek>();
const steady = Array.from({ length: hoursOfWeek }, (_, first) =>
  Array.from({ length: hoursOfWeek }, (_hour, hour) => (first + hour) % hoursOfWeek),
);

/** @param startsAt Unix milliseconds */
export function zoneWeekOf(timeZone: string, startsAt: number): ZoneWeek {
  const key = `${timeZone} ${startsAt}`;
  let week = kept.get(key);
  if (week === undefined) {
    week = readWeek(timeZone, startsAt);
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, week);
  }
  return week;
}

function readWeek(timeZone: string, startsAt: number): ZoneWeek {
  const shownIn = (hour: number) => hourOfWeek(timeZone, startsAt + hour * hourMs);
  const first = shownIn(0);
  const unchanged = steady[first];
  if (unchanged !== undefined && shownIn(hoursOfWeek) === first) return unchanged;
  return Array.from({ length: hoursOfWeek }, (_, hour) => shownIn(hour));
}
