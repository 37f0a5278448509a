import { keysOf } from '../../../record';
import { emptiable, listOf, member, text } from '../../../input-members';
import { type ParsedInput, parserOf } from '../../../validation';

/** The person's answer: none yet, yes or no. */
export type Decision = 'ask' | 'approve' | 'deny';

/** Longest value of a parameter. */
export const maxAuthorizationParameterLength = 2_048;

const parameter = member(
  (value) => {
    if (typeof value !== 'string') return 'must be one text';
    return value.length <= maxAuthorizationParameterLength
      ? { value }
      : `must have at most ${maxAuthorizationParameterLength} characters`;
  },
  { type: 'string', maxLength: maxAuthorizationParameterLength },
);
/** The client is told of a text that is too long: it is known by then. */
const optional = member((value) => (typeof value === 'string' ? { value } : 'must be one text'), {
  type: 'string',
  maxLength: maxAuthorizationParameterLength,
})
  .nullable()
  .default(null);

export const parseAuthorizationRequest = parserOf({
  clientId: parameter,
  redirectUri: parameter,
  responseType: optional,
  scope: optional,
  state: optional,
  codeChallenge: optional,
  codeChallengeMethod: optional,
  /** Parameters that came more than once, as the client named them (RFC 6749 §3.1). */
  repeated: emptiable(listOf(text)).default([]),
});

/** A client's request to a person. @see RFC 6749 §4.1.1, RFC 7636 §4.3 */
export type AuthorizationRequest = ParsedInput<typeof parseAuthorizationRequest>;

/** The names of the members that are longer than a parameter may be. */
export function findTooLong(
  request: AuthorizationRequest,
): readonly (keyof AuthorizationRequest)[] {
  return keysOf(request).filter((name) => {
    const value = request[name];
    return typeof value === 'string' && value.length > maxAuthorizationParameterLength;
  });
}
