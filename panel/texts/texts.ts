import { createTranslator } from 'use-intl/core';
import { en, type Texts } from './en';
import { type Language, readLanguage } from './languages';

/** All but the English, which comes with the panel: each is a file of its own. */
const others: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Texts>>> = {
  de: async () => (await import('./de')).de,
};

const wanted = readLanguage();
// A language that cannot be loaded is no reason to show nothing.
const loaded = wanted.language === 'en' ? null : await others[wanted.language]().catch(() => null);

/** The language of the texts. */
export const language: Language = loaded === null ? 'en' : wanted.language;

/** The way of writing numbers and times. */
export const { locale } = wanted;

document.documentElement.lang = language;

/** A text by its place in `en`, with the values that it names. It is known before any component is. */
export const t = createTranslator({
  locale: language,
  // Texts of another language name the same values: a test compares them.
  messages: (loaded ?? en) as typeof en,
});

const isWord = (word: string): word is keyof typeof en.words => Object.hasOwn(en.words, word);

/** A word of the server, such as a status; as it came where the panel does not know it. */
export const wordOf = (word: string): string =>
  isWord(word) ? t(`words.${word}`) : word.replaceAll('_', ' ');
