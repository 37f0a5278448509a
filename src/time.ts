const form = /^\d{4}-\d{2}-(\d{2})T(\d{2}):\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** The form of a time that is read, for documents of requests. */
export const timePattern = form.source;

/**
 * Reads ISO 8601 with `Z` or an offset (`+02:00` or `+0200`), with or without seconds and fractions of a second.
 *
 * @returns null for another form, for a day or hour that does not exist, and for a time whose year in UTC has not four
 * digits: no answer could say it.
 */
export function parseTime(text: string): Date | null {
  const match = form.exec(text);
  if (!match) return null;
  // ECMAScript knows an offset with its colon only.
  const time = new Date(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  if (Number.isNaN(time.getTime())) return null;
  // Date takes the 30th of February for the 2nd of March, and 24:00 for the next day.
  const local = new Date(`${text.slice(0, 16)}Z`);
  const isReal = local.getUTCDate() === Number(match[1]) && match[2] !== '24';
  return isReal && hasFourDigits(time.getUTCFullYear()) ? time : null;
}

const hasFourDigits = (year: number): boolean => year >= 0 && year <= 9999;

/** Prints a time in UTC, to the second: `2026-02-09T12:00:00+00:00`. @see docs/contract.md §2 */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}+00:00`;
}

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
/** Offsets of all time zones are whole quarters of an hour. */
export const quarterMs = 15 * minuteMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const daySeconds = dayMs / secondMs;

/** The first moment of a time's day, in UTC. */
export const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs);
