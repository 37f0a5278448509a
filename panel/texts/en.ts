import { first } from './en-first';
import { later } from './en-later';

/** Every text of the panel, in ICU’s message format. @see https://unicode-org.github.io/icu/userguide/format_parse/messages/ */
export const en = { ...first, ...later } as const;

type InAnyLanguage<Messages> = {
  readonly [Key in keyof Messages]: Messages[Key] extends string
    ? string
    : InAnyLanguage<Messages[Key]>;
};

/** The texts that a language must have: each text of the English. */
export type Texts = InAnyLanguage<typeof en>;

/** Those that every page has. */
export type FirstTexts = InAnyLanguage<typeof first>;

/** Those that all pages but the first have, too. */
export type LaterTexts = InAnyLanguage<typeof later>;
