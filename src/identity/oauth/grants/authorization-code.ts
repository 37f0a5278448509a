import type { OAuthContext } from '../oauth.context';
import type { Authorization, AuthorizationCode } from '../authorizations/authorization';
import type { Client } from '../clients/client';
import { OAuthError } from '../errors';
import { isVerifierOf } from '../authorizations/pkce';
import { createRefreshToken, endAuthorization } from '../tokens/refresh-tokens';
import { hashSecret } from '../../../secret';
import type { TokenRequest } from '../server/token-request';
import type { Grant } from './grant';

/** The client redeems what a person has allowed. @see RFC 6749 §4.1.3, RFC 7636 §4.6 */
export const authorizationCode: Grant = {
  grantType: 'authorization_code',
  required: ['code', 'redirectUri'],
  allowsPublicClients: true,

  async issue(ctx, client, request) {
    // Required above.
    const codeHash = hashSecret(request.code ?? '');
    const code = await ctx.authorizations.findCode(codeHash);
    if (code?.clientId !== client.id) throw refused();
    // Before the code is used: who has the code alone cannot spoil it.
    assertSameRequest(code, request);
    // Also before the code is used: the first use gets tokens, even when a second use ends them at the same moment.
    const authorization = await ctx.authorizations.findById(code.authorizationId);
    if (!authorization) throw refused();
    if (!(await ctx.authorizations.useCode(codeHash, ctx.now()))) {
      // §4.1.2: somebody else has it too. Who came first cannot be told, so nobody keeps what it gave.
      await endAuthorization(ctx, code.authorizationId);
      throw refused();
    }
    if (code.expiresAt <= ctx.now()) throw new OAuthError('invalid_grant', 'the code has expired');
    return issueFor(ctx, client, authorization);
  },
};

/** One answer for all codes that are no good: which ones exist is nobody's business. */
function refused(): OAuthError {
  return new OAuthError('invalid_grant', 'the code is unknown, was used, or is another client’s');
}

function assertSameRequest(
  { codeChallenge, redirectUri }: AuthorizationCode,
  request: TokenRequest,
): void {
  if (request.redirectUri !== redirectUri)
    throw new OAuthError(
      'invalid_grant',
      'redirect_uri is not the one that the code was asked for with',
    );
  const { codeVerifier } = request;
  if (codeChallenge === null) {
    // RFC 9700 §4.8.2: otherwise an attacker could strip the challenge from the authorization request.
    if (codeVerifier !== null)
      throw new OAuthError('invalid_grant', 'the code was asked for without a code_challenge');
  } else if (codeVerifier === null || !isVerifierOf(codeVerifier, codeChallenge))
    throw new OAuthError('invalid_grant', 'code_verifier is not the one of the code_challenge');
}

async function issueFor(ctx: OAuthContext, client: Client, authorization: Authorization) {
  const { id: authorizationId } = authorization;
  const account = await ctx.knownAccounts.get(authorization.accountId);
  if (!account || account.suspendedReason !== null)
    throw new OAuthError('invalid_grant', 'the account is suspended');
  // Both lists may have shrunk since.
  const scopes = authorization.scopes.filter((scope) => client.scopes.includes(scope));
  const refreshToken = await createRefreshToken(ctx, { authorizationId, clientId: client.id });
  return { account, scopes, authorizationId, refreshToken };
}
