import { expect, it } from '@jest/globals';
import { notAnEmail } from '../../../../src/identity/accounts/email';
import { problemOfPassword } from '../../../../src/identity/accounts/password';
import { describeScope, scopeNames } from '../../../../src/identity/oauth/scopes';
import { pageTexts, problemsIn } from '../../../../src/api/pages/texts/page-texts';
import { isRecord } from '../../../../src/record';

/** Every text below a value, with its place; functions are called with marks in the place of their values. */
function textsOf(value: unknown, place: string): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value === 'function')
    return [[place, String(Reflect.apply(value, null, ['{0}', '{1}']))]];
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, below]) => textsOf(below, `${place}.${name}`));
}

const english = new Map(textsOf(pageTexts('en'), ''));
const german = new Map(textsOf(pageTexts('de'), ''));

it('has German words for every text of the pages', () => {
  expect(english.size).toBeGreaterThan(100);
  const same = [...english].filter(([place, text]) => german.get(place) === text);
  expect(same).toEqual([['.unsubscribe.title', 'Mails']]);
});

it('names the same values in both languages', () => {
  const marksOf = (text = '') => (text.match(/\{\d\}/g) ?? []).toSorted();
  for (const [place, text] of english) expect(marksOf(german.get(place))).toEqual(marksOf(text));
});

it('has German words for every problem of an email and a password', () => {
  const problems = ['short', 'password123', 'me@mail.example'].map(
    (password) => problemOfPassword(password, 'me@mail.example') ?? '',
  );
  for (const problem of [...problems, notAnEmail, 'must be a string']) {
    expect(problemsIn('en', [problem])).toBe(problem);
    expect(problemsIn('de', [problem])).not.toBe(problem);
  }
});

it('has German words for every scope', () => {
  for (const scope of scopeNames)
    expect(describeScope(scope, 'de')).not.toBe(describeScope(scope, 'en'));
});
