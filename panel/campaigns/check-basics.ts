import type { FormProblems } from '../form-problems';
import { sentence } from '../parts/problem';
import { t } from '../texts/texts';
import { withScheme } from '../typed-url';
import type { CampaignValues } from './campaign-form';
import { problemsOfNumbers } from './check-numbers';

/** Finds mistakes of the first step that need no server; the server has the last word on all. */
export function problemsOfBasics(values: CampaignValues): FormProblems {
  const { name, startsAt, endsAt } = values;
  const found: readonly (readonly [string, string | null])[] = [
    ['name', name.trim() === '' ? t('common.mustBeFilledIn') : null],
    ['landingUrl', problemOfUrl(withScheme(values.landingUrl))],
    ...Object.entries(problemsOfNumbers(values)),
    ['startsAt', problemOfTime(startsAt)],
    ['endsAt', problemOfTime(endsAt)],
  ];
  return Object.fromEntries(
    found.flatMap(([field, problem]) => (problem === null ? [] : [[field, sentence(problem)]])),
  );
}

/** The problem of a year of more than four digits, which browsers' fields take; null: there is none. */
export const problemOfTime = (typed: string): string | null =>
  typed === '' || /^\d{4}-/.test(typed) ? null : t('campaigns.mustBeATime');

function problemOfUrl(text: string): string | null {
  if (text === '') return t('common.mustBeFilledIn');
  const url = URL.parse(text);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '';
  return isWeb ? null : t('campaigns.mustBeAnAddress');
}
