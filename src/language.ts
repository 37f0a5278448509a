/** The languages that people are spoken to in, the one for everybody else first. */
export const languages = ['en', 'de'] as const;

export type Language = (typeof languages)[number];

/** A request that can say which of some languages its sender likes best; false: none. */
interface Listener {
  acceptsLanguages(...languages: readonly string[]): string | false;
}

/** The language that a browser likes best of ours. @see RFC 9110 §12.5.4 */
export function acceptedLanguage(listener: Partial<Listener>): Language {
  const accepted = listener.acceptsLanguages?.(...languages);
  return languages.find((language) => language === accepted) ?? languages[0];
}
