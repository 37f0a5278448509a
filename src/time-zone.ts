import { hourMs } from './time';

/** Says that a text names a time zone of the IANA database; offsets such as `+02:00` name none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || name.length > 64) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The hour that a clock in the zone shows, counted since 1970: an hour that comes twice has one number. */
export function localHour(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', hourCycle: 'h23', calendar: 'iso8601' },
  }).formatToParts(at);
  const valueOf = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(valueOf('year'), valueOf('month') - 1, valueOf('day'), valueOf('hour'));
  return shown / hourMs;
}
