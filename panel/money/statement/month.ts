import { locale } from '../../texts/texts';

/** Months (UTC) as addresses have them: `2026-11`. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** The time that a month takes. */
export function rangeOf(month: string): { readonly from: string; readonly to: string } {
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
  return { from: from.toISOString(), to: to.toISOString() };
}

/** Months to choose from at most. */
const mostMonths = 60;

/** All months since a time, the newest first. */
export function monthsSince(since: Date, now: Date): readonly string[] {
  const months: string[] = [];
  for (let back = 0; back < mostMonths; back += 1) {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back));
    months.push(monthOf(first));
    if (first <= since) break;
  }
  return months;
}

const monthName = new Intl.DateTimeFormat(locale, {
  ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
});
const dayName = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });

export const formatMonth = (month: string): string =>
  monthName.format(new Date(`${month}-01T00:00:00Z`));

/** A day of UTC: the statement’s days are the server’s. */
export const formatDay = (day: string): string => dayName.format(new Date(day));
