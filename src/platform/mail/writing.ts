import type { Language } from '../../language';

/** The way of writing of a language; times are those of UTC. */
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

const dayOptions: Intl.DateTimeFormatOptions = {
  ...{ day: 'numeric', month: 'long', year: 'numeric' },
  timeZone: 'UTC',
};

const timeOptions: Intl.DateTimeFormatOptions = {
  ...dayOptions,
  ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
};

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Writes an amount or a count with all its digits; what is no number stays as it is. */
export function writeNumber(language: Language, value: unknown): string {
  const text = String(value);
  if (!isDecimal(text)) return text;
  const digits = text.split('.')[1]?.length ?? 0;
  return new Intl.NumberFormat(locales[language], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(text);
}

/** Writes a moment, or a day where the text says no more; what is neither stays as it is. */
export function writeTime(language: Language, value: unknown): string {
  const text = value instanceof Date ? value.toISOString() : String(value);
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return text;
  const options = isDay(text) ? dayOptions : timeOptions;
  return new Intl.DateTimeFormat(locales[language], options).format(at);
}
