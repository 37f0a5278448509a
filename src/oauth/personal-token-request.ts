import type { ErrorDetails } from '../errors';
import { isRecord } from '../validation';
import { isScope, scopeNames } from './scopes';

/** How long a personal access token lives, at most and by default. */
export const personalTokenMs = 365 * 24 * 60 * 60 * 1000;
export const maxTokenNameLength = 255;

/** What is wrong with a value that should ask for a personal access token. */
export function findPersonalTokenProblems(
  value: unknown,
  { now }: { readonly now: () => Date },
): ErrorDetails | null {
  if (!isRecord(value)) return { '': ['must be an object'] };
  const { expiresAt, name, scopes } = value;
  const details: Record<string, readonly string[]> = {};
  if (!isName(name)) details.name = [`must have 1 to ${maxTokenNameLength} printable characters`];
  if (!Array.isArray(scopes)) details.scopes = ['must be a list of scopes'];
  else Object.assign(details, findScopeProblems(scopes));
  if (expiresAt != null && !isSoonEnough(expiresAt, now()))
    details.expiresAt = ['must be in the future, within a year'];
  return Object.keys(details).length > 0 ? details : null;
}

function isName(name: unknown): boolean {
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    name.length <= maxTokenNameLength &&
    !/\p{C}/u.test(name)
  );
}

function findScopeProblems(scopes: readonly unknown[]): ErrorDetails {
  // A list that is longer than there are scopes is not looked through.
  if (scopes.length > scopeNames.length)
    return { scopes: [`must name at most ${scopeNames.length}`] };
  return Object.fromEntries(
    scopes.flatMap((scope, at) =>
      typeof scope === 'string' && isScope(scope) ? [] : [[`scopes.${at}`, ['is no scope']]],
    ),
  );
}

/** @param value a time, or the text of one */
function isSoonEnough(value: unknown, now: Date): boolean {
  const time = value instanceof Date || typeof value === 'string' ? new Date(value).getTime() : NaN;
  return time > now.getTime() && time <= now.getTime() + personalTokenMs;
}
