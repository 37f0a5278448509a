import type { ErrorDetails } from '../errors';
import { isRecord } from '../validation';

/** How a client says who it is. @see RFC 6749 §2.3 */
export interface ClientCredentials {
  readonly clientId?: string | null;
  readonly clientSecret?: string | null;
}

/** A request to the token endpoint. @see RFC 6749 §4.1.3, §4.4.2, §6, RFC 7636 §4.5 */
export interface TokenRequest extends ClientCredentials {
  readonly grantType?: string | null;
  readonly scope?: string | null;
  readonly code?: string | null;
  readonly redirectUri?: string | null;
  readonly codeVerifier?: string | null;
  readonly refreshToken?: string | null;
}

/** A request about a token. @see RFC 7009 §2.1, RFC 7662 §2.1 */
export interface ClientTokenRequest extends ClientCredentials {
  readonly token?: string | null;
}

/** Longest value of a parameter. */
export const maxParameterLength = 4_096;

const parameters = [
  'token',
  'grantType',
  'clientId',
  'clientSecret',
  'scope',
  'code',
  'redirectUri',
  'codeVerifier',
  'refreshToken',
] as const satisfies readonly (keyof TokenRequest | keyof ClientTokenRequest)[];

/** What is wrong with a value that should be a request; a parameter that was sent twice is a list, and refused. */
export function findTokenRequestProblems(value: unknown): ErrorDetails | null {
  if (!isRecord(value)) return { '': ['must be an object'] };
  const problems = parameters.flatMap((name): readonly [string, readonly string[]][] => {
    const problem = problemOf(value[name]);
    return problem === null ? [] : [[name, [problem]]];
  });
  return problems.length > 0 ? Object.fromEntries(problems) : null;
}

function problemOf(value: unknown): string | null {
  if (value == null) return null;
  if (typeof value !== 'string') return 'must be one text';
  if (value.length > maxParameterLength)
    return `must have at most ${maxParameterLength} characters`;
  // Appendix A of RFC 6749: every parameter of ours is printable.
  return /[\x00-\x1f\x7f]/.test(value) ? 'must not contain control characters' : null;
}
