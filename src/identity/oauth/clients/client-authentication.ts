import type { OAuthContext } from '../oauth.context';
import type { ClientWithSecret } from './client';
import { OAuthError } from '../errors';
import { hashSecret, isSecretOf } from '../../../secret';
import type { ClientCredentials } from '../server/token-request';

/** Hash that stands in for the hash of an unknown client, so that a wrong client takes as long as a wrong secret. */
const decoyHash = hashSecret('no client has this secret');

/**
 * The client that a request comes from: a confidential one by its secret, a public one by its id alone.
 *
 * @throws {OAuthError} `invalid_client`, the same for an unknown client and a wrong secret.
 * @see RFC 6749 §2.3, §3.2.1
 */
export async function authenticateClient(
  ctx: OAuthContext,
  { clientId, clientSecret }: ClientCredentials,
): Promise<ClientWithSecret> {
  if (clientId === null || clientId === '')
    throw new OAuthError('invalid_client', 'client credentials are missing');
  const client = await ctx.knownClients.get(clientId);
  const secret = clientSecret ?? '';
  const isRight = isSecretOf(secret, client?.secretHash ?? decoyHash);
  const isPublic = client?.secretHash === null && secret === '';
  if (!client || (!isRight && !isPublic))
    throw new OAuthError('invalid_client', 'the client is unknown or its secret is wrong');
  return client;
}
