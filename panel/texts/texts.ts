import { createTranslator } from 'use-intl/core';
import type { en, FirstTexts, LaterTexts } from './en';
import { first } from './en-first';
import { type Language, readLanguage } from './languages';

/** All but the English, which comes with the panel: each is a file of its own. */
const others: Readonly<Record<Exclude<Language, 'en'>, () => Promise<FirstTexts>>> = {
  de: async () => (await import('./de-first')).first,
};

const laterOf: Readonly<Record<Language, () => Promise<LaterTexts>>> = {
  en: async () => (await import('./en-later')).later,
  de: async () => (await import('./de-later')).later,
};

const wanted = readLanguage();
// A language that cannot be loaded is no reason to show nothing.
const loaded = wanted.language === 'en' ? null : await others[wanted.language]().catch(() => null);

/** The language of the texts. */
export const language: Language = loaded === null ? 'en' : wanted.language;

/** The way of writing numbers and times. */
export const { locale } = wanted;

document.documentElement.lang = language;

const messages: FirstTexts & Partial<LaterTexts> = { ...(loaded ?? first) };

/** Loads the texts of all pages but the first; their code comes after them, as some of it writes texts at once. */
export async function loadLaterTexts(): Promise<void> {
  Object.assign(messages, await laterOf[language]());
}

/** A text by its place in `en`, with the values that it names. It is known before any component is. */
export const t = createTranslator({
  locale: language,
  // Texts of another language name the same values: a test compares them.
  messages: messages as typeof en,
});

const isWord = (word: string): word is keyof typeof first.words => Object.hasOwn(first.words, word);

/** A word of the server, such as a status; as it came where the panel does not know it. */
export const wordOf = (word: string): string =>
  isWord(word) ? t(`words.${word}`) : word.replaceAll('_', ' ');
