import { listOf, member } from '../../input-members';
import { type Kind, kind } from '../../platform/resources/kinds';
import { isTimeZone, localHour } from '../../time-zone';

/** As schema.org spells them; a week begins with the first. @see schema.org, openingHours */
const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const hoursOfDay = 24;
export const hoursOfWeek = days.length * hoursOfDay;
const mostEntries = 24;

const day = `(?:${days.join('|')})`;
const span = `${day}(?:-${day})?`;
const entryPattern = `^(?<days>${span}(?:,${span})*)(?: (?<from>[01]\\d|2[0-3]):00-(?<to>[01]\\d|2[0-4]):00)?$`;
const entryForm = new RegExp(entryPattern);

/** The same for a part of a text: without names and ends. */
export const hoursPattern = entryPattern.slice(1, -1).replace(/\?<\w+>/g, '?:');

/** Days and whole hours of a week, e.g. `Mo-Fr 09:00-17:00`; `Fr 22:00-04:00` ends on Saturday. */
const scheduleEntry = {
  ...kind.plainText,
  input: member(
    (value) =>
      typeof value === 'string' && value.length <= 64 && entryForm.test(value)
        ? { value }
        : 'must be days and whole hours, such as Mo-Fr 09:00-17:00, or days alone, such as Sa,Su',
    { type: 'string', pattern: entryPattern, maxLength: 64 },
  ),
  example: 'Mo-Fr 09:00-17:00',
};

/** Hours of the week; an empty list is refused. */
export const scheduleKind: Kind<readonly string[] | null> = kind.orNull({
  ...kind.listOf(
    scheduleEntry,
    listOf(scheduleEntry.input, { most: mostEntries }).refine(
      (entries) => entries.length > 0,
      'must name an hour: null is always',
    ),
  ),
  range: `1 to ${mostEntries} entries`,
});

export const scheduleClock = kind.enumOf({
  name: 'ScheduleClock',
  description: 'The clock by which a campaign is shown.',
  meanings: {
    campaign: 'That of the campaign’s time zone: everywhere at once.',
    visitor:
      'The visitor’s, where the find tells it (`utcOffset`), else that of the campaign’s time zone. On other servers’ sites it is always the campaign’s.',
  },
});

/** A name of the IANA database. */
export const timeZoneKind: Kind<string> = {
  ...kind.plainText,
  input: member(
    (value) =>
      typeof value === 'string' && isTimeZone(value)
        ? { value }
        : 'must be a time zone of the IANA database, such as Europe/Warsaw',
    { type: 'string', maxLength: 64 },
  ),
  range: 'of the IANA database',
  example: 'Europe/Warsaw',
};

/** The hours of the week that entries name, from 0, which begins on Monday, to 167. */
export function hoursOf(entries: readonly string[]): readonly number[] {
  const hours = new Set<number>();
  for (const entry of entries) {
    const { days: named = '', from = '00', to = '24' } = entryForm.exec(entry)?.groups ?? {};
    // Equal hours are a whole day, an end before the start is one of the next day.
    const length = (Number(to) - Number(from) + hoursOfDay) % hoursOfDay || hoursOfDay;
    for (const start of daysOf(named))
      for (let hour = 0; hour < length; hour += 1)
        hours.add((start * hoursOfDay + Number(from) + hour) % hoursOfWeek);
  }
  return [...hours].toSorted((one, other) => one - other);
}

function daysOf(named: string): readonly number[] {
  return named.split(',').flatMap((part) => {
    const [first = '', last = first] = part.split('-');
    const start = days.indexOf(first);
    const count = (days.indexOf(last) - start + days.length) % days.length;
    return Array.from({ length: count + 1 }, (_, more) => (start + more) % days.length);
  });
}

/** The first of January 1970 was a Thursday: three days behind the Monday of its week. */
const firstHour = 3 * hoursOfDay;

/** The hour of the week that a clock in the zone shows. An hour that comes twice has the same number twice. */
export const hourOfWeek = (timeZone: string, at: number): number =>
  weekHourOf(localHour(timeZone, at));

/** The hour of the week of an hour that a clock shows. @param hour hours since 1970, as `localHour` has them */
export const weekHourOf = (hour: number): number => (hour + firstHour) % hoursOfWeek;
