import type { Language } from '../../../language';
import { de } from './de';
import { en, type PageTexts } from './en';

const texts: Readonly<Record<Language, PageTexts>> = { en, de };

/** The texts of the pages in a language. */
export const pageTexts = (language: Language): PageTexts => texts[language];

/** Problems of members that forms of pages have, as services say them in English. */
const germanProblems: Readonly<Record<string, string>> = {
  'must have 10 to 1024 characters': 'muss 10 bis 1024 Zeichen haben',
  'must not be one of the most used ones': 'darf keins der meistbenutzten sein',
  'must not be the email': 'darf nicht die E-Mail-Adresse sein',
  'must be an email address': 'muss eine E-Mail-Adresse sein',
  'must have at most 100 characters': 'darf höchstens 100 Zeichen haben',
  'must be readable text': 'muss lesbarer Text sein',
  'must be a string': 'darf nur einmal vorkommen',
};

/** Problems of a member in a language; a problem that has no other words in English. */
export function problemsIn(language: Language, problems: readonly string[]): string {
  const said = problems.map((problem) =>
    language === 'de' ? (germanProblems[problem] ?? problem) : problem,
  );
  return said.join(', ');
}
