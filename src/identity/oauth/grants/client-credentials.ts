import { narrowScopes } from '../server/requested-scopes';
import { OAuthError } from '../errors';
import type { Grant } from './grant';

/** The client acts for its owner, with its own scopes. @see RFC 6749 §4.4, docs/contract.md §3 */
export const clientCredentials: Grant = {
  grantType: 'client_credentials',
  required: [],
  allowsPublicClients: false,

  async issue(ctx, client, { scope }) {
    const scopes = narrowScopes(scope, client.scopes);
    const account = await ctx.knownAccounts.get(client.ownerId);
    if (!account || account.suspendedReason !== null)
      throw new OAuthError('unauthorized_client', 'the account of the client is suspended');
    // §4.4.3: a refresh token SHOULD NOT be included.
    return { account, scopes, authorizationId: null, refreshToken: null };
  },
};
