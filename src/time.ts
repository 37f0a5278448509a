const form = /^\d{4}-\d{2}-(\d{2})T(\d{2}):\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads ISO 8601 with `Z` or an offset, with or without fractions of a second.
 *
 * @returns null for another form, and for a day or hour that does not exist.
 */
export function parseTime(text: string): Date | null {
  const match = form.exec(text);
  if (!match) return null;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return null;
  // Date takes the 30th of February for the 2nd of March, and 24:00 for the next day.
  const local = new Date(`${text.slice(0, 19)}Z`);
  return local.getUTCDate() === Number(match[1]) && match[2] !== '24' ? time : null;
}

/** Prints a time in UTC, to the second: `2026-02-09T12:00:00+00:00`. @see contract 2 */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}+00:00`;
}
