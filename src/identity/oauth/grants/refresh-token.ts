import { OAuthError } from '../errors';
import { endAuthorization, takeSuccessor } from '../tokens/refresh-tokens';
import { narrowScopes } from '../server/requested-scopes';
import { hashSecret } from '../../../secret';
import type { Grant } from './grant';

/**
 * The client gets a new pair of tokens for its refresh token. Used again within 10 seconds a refresh token gives
 * the same successor as before, until that is used; after that it ends everything that came of the authorization, as it may be stolen.
 *
 * @see RFC 6749 §6, RFC 9700 §4.14.2
 */
export const refreshToken: Grant = {
  grantType: 'refresh_token',
  required: ['refreshToken'],
  allowsPublicClients: true,

  async issue(ctx, client, { refreshToken: token, scope }) {
    // Required above.
    const used = token ?? '';
    const known = await ctx.refreshTokens.find(hashSecret(used));
    if (known?.clientId !== client.id || known.expiresAt <= ctx.now()) throw refused();
    const { authorizationId } = known;
    const authorization = await ctx.authorizations.findById(authorizationId);
    if (!authorization) throw refused();
    const account = await ctx.knownAccounts.get(authorization.accountId);
    if (!account || account.suspendedReason !== null)
      throw new OAuthError('invalid_grant', 'the account is suspended');
    const allowed = authorization.scopes.filter((granted) => client.scopes.includes(granted));
    // Before the token is used: a client may correct what it asks for.
    const scopes = narrowScopes(scope, allowed);
    const successor = await takeSuccessor(ctx, used, { authorizationId, clientId: client.id });
    if (successor === null) {
      await endAuthorization(ctx, authorizationId);
      throw refused();
    }
    return { account, scopes, authorizationId, refreshToken: successor };
  },
};

function refused(): OAuthError {
  return new OAuthError(
    'invalid_grant',
    'the refresh token is unknown, has expired or ended, or is another client’s',
  );
}
