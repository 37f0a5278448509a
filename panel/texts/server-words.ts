import { language } from './texts';
import { toRules, translate } from './translate-problem';

const rules = language === 'de' ? toRules((await import('./de/problems')).problems) : [];

/** A sentence of the server about a typed value, in the person’s language; in English where nothing else is known. */
export const problemInLanguage = (problem: string): string => translate(problem, rules);
