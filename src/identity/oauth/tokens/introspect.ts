import type { OAuthContext } from '../oauth.context';
import { findKnownToken } from './bearer';
import type { Client } from '../clients/client';
import { authenticateClient } from '../clients/client-authentication';
import { OAuthError } from '../errors';
import { findPresentedToken } from './presented-token';
import type { Scope } from '../scopes';
import type { ClientTokenRequest } from '../server/token-request';

/** Facts of a valid token. @see RFC 7662 §2.2 */
export interface TokenFacts {
  /** This server's URL. */
  readonly issuer: string;
  readonly scopes: readonly Scope[];
  readonly clientId: string;
  readonly accountId: string;
  readonly expiresAt: Date;
  /** null for refresh tokens. */
  readonly accessToken: { readonly id: string; readonly issuedAt: Date } | null;
}

/**
 * Tells the facts of a token. Clients with a secret may ask about their own tokens, and about tokens that act for their
 * owner.
 * @returns null for a token that has expired or ended, a text that is no token, and a token of others: the client is
 * not told which.
 * @throws {OAuthError} `invalid_client`, also for public clients.
 * @see RFC 7662 §2
 */
export async function introspectToken(
  ctx: OAuthContext,
  request: ClientTokenRequest,
): Promise<TokenFacts | null> {
  const client = await authenticateClient(ctx, request);
  if (!client.isConfidential)
    throw new OAuthError('invalid_client', 'a client must authenticate with a secret here');
  if (request.token === null) throw new OAuthError('invalid_request', 'token is required');
  const facts = await findFacts(ctx, request.token);
  return facts && mayKnow(client, facts) ? facts : null;
}

function mayKnow(client: Client, { clientId, accountId }: TokenFacts): boolean {
  return clientId === client.id || accountId === client.ownerId;
}

async function findFacts(ctx: OAuthContext, token: string): Promise<TokenFacts | null> {
  const presented = await findPresentedToken(ctx, token);
  if (!presented) return null;
  if (presented.kind === 'access') {
    const { claims } = presented;
    const { id, issuedAt, scopes, clientId, accountId, expiresAt } = claims;
    if (!(await findKnownToken(ctx, claims))) return null;
    return {
      issuer: ctx.publicUrl,
      scopes,
      clientId,
      accountId,
      expiresAt,
      accessToken: { id, issuedAt },
    };
  }
  const { authorizationId, clientId, expiresAt, usedAt } = presented.refreshToken;
  const authorization = usedAt ? null : await ctx.authorizations.findById(authorizationId);
  const account = authorization && (await ctx.knownAccounts.get(authorization.accountId));
  if (!authorization || !account || account.suspendedReason !== null) return null;
  const { accountId, scopes } = authorization;
  return { issuer: ctx.publicUrl, scopes, clientId, accountId, expiresAt, accessToken: null };
}
