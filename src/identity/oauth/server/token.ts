import type { OAuthContext } from '../oauth.context';
import { signAccessToken } from '../tokens/access-token';
import { authenticateClient } from '../clients/client-authentication';
import { OAuthError } from '../errors';
import { createId } from '../../../id';
import { grants } from '../grants';
import type { Scope } from '../scopes';
import { accessTokenSeconds } from '../tokens/token-lifetimes';
import type { TokenRequest } from './token-request';
import { toSnakeCase } from '../../../snake-case';

/** The answer of the token endpoint. @see RFC 6749 §5.1 */
export interface TokenResponse {
  readonly accessToken: string;
  readonly tokenType: 'Bearer';
  /** Seconds. */
  readonly expiresIn: number;
  readonly refreshToken: string | null;
  readonly scopes: readonly Scope[];
}

/**
 * Answers a request to the token endpoint.
 *
 * @throws {OAuthError} the errors of RFC 6749 §5.2.
 */
export async function issueToken(ctx: OAuthContext, request: TokenRequest): Promise<TokenResponse> {
  if (request.grantType === null) throw new OAuthError('invalid_request', 'grant_type is required');
  const client = await authenticateClient(ctx, request);
  const grant = grants.get(request.grantType);
  if (!grant)
    throw new OAuthError(
      'unsupported_grant_type',
      `grant_type is one of ${[...grants.keys()].join(', ')}`,
    );
  if (!client.isConfidential && !grant.allowsPublicClients)
    throw new OAuthError('unauthorized_client', 'this grant is for clients with a secret only');
  const missing = grant.required.filter((name) => request[name] === null);
  if (missing.length > 0)
    throw new OAuthError('invalid_request', `${missing.map(toSnakeCase).join(', ')} is required`);
  const { account, scopes, authorizationId, refreshToken } = await grant.issue(
    ctx,
    client,
    request,
  );
  const accessToken = signAccessToken(ctx, createId(ctx), {
    accountId: account.id,
    clientId: client.id,
    scopes,
    authorizationId,
    lifetimeSeconds: accessTokenSeconds,
  });
  return { accessToken, tokenType: 'Bearer', expiresIn: accessTokenSeconds, refreshToken, scopes };
}
