import { language } from './texts';

const names = {
  language: new Intl.DisplayNames(language, { type: 'language', fallback: 'none' }),
  region: new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
} as const;

/** The browser's name of a language (ISO 639-1) or a country (ISO 3166-1) in the person's language; null: there is none. */
export function codeName(type: keyof typeof names, code: string): string | null {
  try {
    // Without a fallback, browsers know a country by its capital letters alone.
    return names[type].of(type === 'region' ? code.toUpperCase() : code) ?? null;
  } catch {
    return null;
  }
}
