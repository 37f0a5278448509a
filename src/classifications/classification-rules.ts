import type { ErrorDetails } from '../errors';
import { isUuid } from '../id';
import { isRecord } from '../validation';
import { classificationStatuses } from './classification';
import { classifierName } from './classifier';

const maxKeywords = 20;
const maxValues = 50;
const word = /^[a-z0-9][a-z0-9_-]{0,63}$/;
/** What every classified creative has, for filters that ask for no more. */
export const classifiedKeyword = 'classified';

/** What is wrong with the members that all results have, by their names. */
export function problemsOfResult(value: unknown): Record<string, readonly string[]> {
  const { id, status, keywords } = isRecord(value) ? value : {};
  const details: Record<string, readonly string[]> = {};
  if (typeof id !== 'string' || !isUuid(id)) details.id = ['must be the id of a creative'];
  if (!classificationStatuses.some((known) => known === status))
    details.status = [`must be one of ${classificationStatuses.join(', ')}`];
  const problem = keywords == null ? null : problemOfKeywords(keywords);
  if (problem !== null) details.keywords = [problem];
  return details;
}

export function problemOfClassifier(name: unknown): string | null {
  return typeof name === 'string' && classifierName.test(name)
    ? null
    : 'must be 1 to 32 lower-case letters, digits and dashes';
}

function problemOfKeywords(keywords: unknown): string | null {
  if (!isRecord(keywords)) return 'must be an object of lists';
  const entries = Object.entries(keywords);
  if (entries.length > maxKeywords) return `must have at most ${maxKeywords} keywords`;
  for (const [name, values] of entries) {
    if (!word.test(name) || name === classifiedKeyword)
      return 'must be named by lower-case letters, digits, _ and -';
    if (!Array.isArray(values) || values.length < 1 || values.length > maxValues)
      return `must have 1 to ${maxValues} values each`;
    if (values.some((value) => typeof value !== 'string' || !word.test(value)))
      return 'must have values of lower-case letters, digits, _ and -';
  }
  return null;
}

/** Null when there is nothing to tell. */
export function orNull(details: ErrorDetails): ErrorDetails | null {
  return Object.keys(details).length > 0 ? details : null;
}
