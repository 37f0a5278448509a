import { listOf, member, timeSchema } from '../../../input-members';
import { dayMs, parseTime } from '../../../time';
import { parserOf } from '../../../validation';
import { isScope, type Scope, scopeNames } from '../scopes';

/** How long a personal access token lives by default. */
export const personalTokenMs = 365 * dayMs;
/** How long it lives at most: until the same day of the next year, also over a 29th of February. */
const mostTokenMs = 366 * dayMs;
export const maxTokenNameLength = 255;

const name = member(
  (value) => {
    const isName =
      typeof value === 'string' &&
      value.trim() !== '' &&
      value.length <= maxTokenNameLength &&
      !/\p{C}/u.test(value);
    return isName
      ? { value: value.trim() }
      : `must have 1 to ${maxTokenNameLength} printable characters`;
  },
  { type: 'string', minLength: 1, maxLength: maxTokenNameLength, pattern: '^\\P{C}*\\S\\P{C}*$' },
);

const scope = member<Scope>(
  (value) => (typeof value === 'string' && isScope(value) ? { value } : 'is no scope'),
  { type: 'string', enum: scopeNames },
);

const tooFar = 'must be in the future, within a year';

const expiresAt = member((value) => {
  const time = typeof value === 'string' ? parseTime(value) : value;
  return time instanceof Date ? { value: time } : tooFar;
}, timeSchema);

/** The members of a request for a personal access token. */
export const parsePersonalToken = parserOf(
  {
    name,
    scopes: listOf(scope, {
      most: scopeNames.length,
      tooLong: `must name at most ${scopeNames.length}`,
      noList: 'must be a list of scopes',
    }),
    expiresAt: expiresAt.nullable().default(null),
  },
  (token, { now }: { readonly now: () => Date }) => {
    const { expiresAt: end = null } = token;
    if (end === null) return {};
    const lifetimeMs = end.getTime() - now().getTime();
    return lifetimeMs > 0 && lifetimeMs <= mostTokenMs ? {} : { expiresAt: [tooFar] };
  },
);
