import type { ErrorDetails } from '../errors';
import { isRecord } from '../validation';

/** What a client asks a person for. @see RFC 6749 §4.1.1, RFC 7636 §4.3 */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly responseType?: string | null;
  readonly scope?: string | null;
  readonly state?: string | null;
  readonly codeChallenge?: string | null;
  readonly codeChallengeMethod?: string | null;
  /** Parameters that came more than once, as the client named them (RFC 6749 §3.1). */
  readonly repeated?: readonly string[] | null;
}

/** What the person answers: nothing yet, yes or no. */
export type Decision = 'ask' | 'approve' | 'deny';

export const decisions: readonly Decision[] = ['ask', 'approve', 'deny'];

/** Longest value of a parameter. */
export const maxAuthorizationParameterLength = 2_048;

const required = [
  'clientId',
  'redirectUri',
] as const satisfies readonly (keyof AuthorizationRequest)[];
const optional = [
  'responseType',
  'scope',
  'state',
  'codeChallenge',
  'codeChallengeMethod',
] as const satisfies readonly (keyof AuthorizationRequest)[];

/** What is wrong with a value that should be an authorization request. */
export function findAuthorizationRequestProblems(value: unknown): ErrorDetails | null {
  if (!isRecord(value)) return { '': ['must be an object'] };
  const details: Record<string, readonly string[]> = {};
  for (const name of [...required, ...optional]) {
    const member = value[name];
    if (member == null) {
      if (required.some((one) => one === name)) details[name] = ['is required'];
    } else if (typeof member !== 'string') details[name] = ['must be one text'];
    else if (member.length > maxAuthorizationParameterLength)
      details[name] = [`must have at most ${maxAuthorizationParameterLength} characters`];
  }
  return Object.keys(details).length > 0 ? details : null;
}
