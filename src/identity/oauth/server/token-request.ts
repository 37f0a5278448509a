import { member } from '../../../input-members';
import { type ParsedInput, parserOf } from '../../../validation';

/** Longest value of a parameter. */
export const maxParameterLength = 4_096;

/** A parameter that was sent twice is a list, and refused. Null: it was not sent. */
const parameter = member<string | null>(
  (value) => {
    if (value === null) return { value };
    if (typeof value !== 'string') return 'must be one text';
    if (value.length > maxParameterLength)
      return `must have at most ${maxParameterLength} characters`;
    // Appendix A of RFC 6749: every parameter of ours is printable.
    return /[\x00-\x1f\x7f]/.test(value) ? 'must not contain control characters' : { value };
  },
  {
    type: ['string', 'null'],
    maxLength: maxParameterLength,
    pattern: '^[^\\x00-\\x1f\\x7f]*$',
  },
).default(null);

const credentials = { clientId: parameter, clientSecret: parameter };

export const parseTokenRequest = parserOf({
  grantType: parameter,
  ...credentials,
  scope: parameter,
  code: parameter,
  redirectUri: parameter,
  codeVerifier: parameter,
  refreshToken: parameter,
});

export const parseClientTokenRequest = parserOf({ token: parameter, ...credentials });

/** A request to the token endpoint. @see RFC 6749 §4.1.3, §4.4.2, §6, RFC 7636 §4.5 */
export type TokenRequest = ParsedInput<typeof parseTokenRequest>;

/** A request about a token. @see RFC 7009 §2.1, RFC 7662 §2.1 */
export type ClientTokenRequest = ParsedInput<typeof parseClientTokenRequest>;

/** How a client says who it is. @see RFC 6749 §2.3 */
export type ClientCredentials = Pick<TokenRequest, 'clientId' | 'clientSecret'>;
