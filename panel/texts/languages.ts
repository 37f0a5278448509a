/** The languages of the panel. */
export const languageNames = ['en', 'de'] as const;

export type Language = (typeof languageNames)[number];

/** Each in its own words. */
export const languages: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const kept = 'adgate-language';

const isLanguage = (name: string | null): name is Language =>
  name !== null && Object.hasOwn(languages, name);

/** Finds the language that the person has chosen in this browser; null: none. Browsers may refuse to keep anything. */
function findChosen(): Language | null {
  try {
    const name = localStorage.getItem(kept);
    return isLanguage(name) ? name : null;
  } catch {
    return null;
  }
}

/** Keeps the choice, and begins anew: every text and every number of the page changes. */
export function chooseLanguage(language: Language): void {
  try {
    localStorage.setItem(kept, language);
  } catch {
    return;
  }
  window.location.reload();
}

/** Lists the browser's languages; some browsers give a text that is not a language tag, such as `en-US@posix`. */
const listSpoken = (): readonly string[] => navigator.languages.filter(isTag);

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** The language of the texts, and the locale of numbers and times. */
export function readLanguage(): { readonly language: Language; readonly locale: string } {
  const chosen = findChosen();
  const spoken = listSpoken();
  const language = chosen ?? spoken.map(primaryOf).find(isLanguage) ?? 'en';
  // The person's own way of writing, such as Austria's, unless another language is chosen than the browser's.
  const own = spoken.find((tag) => primaryOf(tag) === language);
  return { language, locale: own ?? (chosen === null ? spoken[0] : null) ?? language };
}

const primaryOf = (tag: string) => tag.slice(0, 2);
