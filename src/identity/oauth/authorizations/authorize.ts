import type { OAuthContext } from '../oauth.context';
import type { Account } from '../../accounts/account';
import { invalid } from '../../../errors';
import { createId } from '../../../id';
import {
  type AuthorizationRequest,
  type Decision,
  findTooLong,
  maxAuthorizationParameterLength,
} from './authorization-request';
import type { Client } from '../clients/client';
import { OAuthError, toDescription } from '../errors';
import { isCodeChallenge } from './pkce';
import { isRegistered } from './redirect-uri';
import { narrowScopes } from '../server/requested-scopes';
import type { Scope } from '../scopes';
import { createSecret, hashSecret } from '../../../secret';
import { toSnakeCase } from '../../../snake-case';
import { codeMs } from '../tokens/token-lifetimes';

/** The question to a person. */
export interface ConsentPrompt {
  readonly clientName: string;
  readonly redirectUri: string;
  /** The email of the account; null if it has none. */
  readonly accountEmail: string | null;
  readonly scopes: readonly { readonly name: Scope }[];
}

/** Either where the person is sent to next, or what to ask the person first. */
export interface AuthorizationResult {
  /** The redirect URI with a code in its query, or with an error. @see RFC 6749 §4.1.2 */
  readonly location: string | null;
  readonly prompt: ConsentPrompt | null;
  /** The error code in `location`; null where it has none. */
  readonly error: string | null;
  readonly errorDescription: string | null;
}

export interface AuthorizeParams {
  /** The person who is asked. */
  readonly account: Account;
  readonly request: AuthorizationRequest;
  readonly decision: Decision;
}

/**
 * Answers a client that asks a person for access.
 *
 * @throws {AppError} `VALIDATION_FAILED` for an unknown client or redirect URI: nobody is ever sent there.
 * @see RFC 6749 §4.1.1, §4.1.2, RFC 9207
 */
export async function authorize(
  ctx: OAuthContext,
  { account, request, decision }: AuthorizeParams,
): Promise<AuthorizationResult> {
  const client = await requireAskingClient(ctx, request);
  const { redirectUri } = request;
  const tooLong = findTooLong(request);
  const state = tooLong.includes('state') ? null : request.state;
  try {
    if (tooLong.length > 0)
      throw new OAuthError(
        'invalid_request',
        `more than ${maxAuthorizationParameterLength} characters: ${tooLong.map(toSnakeCase).join(', ')}`,
      );
    const scopes = assertAllowed(client, request);
    if (decision === 'ask')
      return { ...nothing, prompt: toPrompt({ account, client, request, scopes }) };
    if (decision === 'deny') throw new OAuthError('access_denied', 'the person has refused access');
    const code = await createCode(ctx, { account, client, request, scopes });
    return { ...nothing, location: addToQuery(ctx, redirectUri, { code, state }) };
  } catch (cause) {
    if (!(cause instanceof OAuthError)) throw cause;
    const { error } = cause;
    const errorDescription = toDescription(cause.description);
    const members = { error, error_description: errorDescription, state };
    return { ...nothing, location: addToQuery(ctx, redirectUri, members), error, errorDescription };
  }
}

const nothing = { location: null, prompt: null, error: null, errorDescription: null } as const;

async function requireAskingClient(
  ctx: OAuthContext,
  { clientId, redirectUri }: AuthorizationRequest,
): Promise<Client> {
  const client = await ctx.knownClients.get(clientId);
  const message = 'the client cannot be answered';
  if (!client) throw invalid({ clientId: ['is unknown'] }, { message });
  if (!isRegistered(redirectUri, client.redirectUris))
    throw invalid({ redirectUri: ['is not registered for this client'] }, { message });
  return client;
}

/** @throws {OAuthError} what the client is told. */
function assertAllowed(client: Client, request: AuthorizationRequest): readonly Scope[] {
  const { responseType, codeChallenge, codeChallengeMethod, repeated } = request;
  if (repeated.length > 0)
    throw new OAuthError('invalid_request', `given more than once: ${repeated.join(', ')}`);
  if (responseType === null) throw new OAuthError('invalid_request', 'response_type is required');
  if (responseType !== 'code')
    throw new OAuthError('unsupported_response_type', 'response_type must be code');
  if (codeChallenge === null && codeChallengeMethod !== null)
    throw new OAuthError('invalid_request', 'code_challenge_method needs a code_challenge');
  if (codeChallenge === null && !client.isConfidential)
    throw new OAuthError('invalid_request', 'a public client needs a code_challenge');
  // RFC 7636 §4.3: without a method a challenge is plain, which shows the verifier to whoever sees the request.
  if (codeChallenge !== null && codeChallengeMethod !== 'S256')
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256');
  if (codeChallenge !== null && !isCodeChallenge(codeChallenge))
    throw new OAuthError('invalid_request', 'code_challenge must be a SHA-256 as base64url');
  return narrowScopes(request.scope, client.scopes);
}

/** A request that may be answered with a code. */
interface AllowedRequest {
  readonly account: Account;
  readonly client: Client;
  readonly request: AuthorizationRequest;
  readonly scopes: readonly Scope[];
}

function toPrompt({ account, client, request, scopes }: AllowedRequest): ConsentPrompt {
  return {
    clientName: client.name,
    redirectUri: request.redirectUri,
    accountEmail: account.email,
    scopes: scopes.map((name) => ({ name })),
  };
}

async function createCode(
  ctx: OAuthContext,
  { account, client, request, scopes }: AllowedRequest,
): Promise<string> {
  const id = createId(ctx);
  const code = createSecret(ctx);
  const expiresAt = new Date(ctx.now().getTime() + codeMs);
  await ctx.authorizations.insert(
    { id, accountId: account.id, clientId: client.id, scopes },
    new Date(expiresAt.getTime() + codeMs),
  );
  await ctx.authorizations.insertCode(hashSecret(code), {
    authorizationId: id,
    clientId: client.id,
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    expiresAt,
  });
  return code;
}

/** The redirect URI as it was registered, with more members; `iss` tells clients of many servers apart (RFC 9207). */
function addToQuery(
  { publicUrl }: OAuthContext,
  uri: string,
  members: Readonly<Record<string, string | null>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) if (value !== null) query.set(name, value);
  query.set('iss', publicUrl);
  return `${uri}${uri.includes('?') ? '&' : '?'}${query.toString()}`;
}
