import { notFound } from '../../../errors';
import type { AllowedApplication } from './allowed-application';
import type { OAuthContext } from '../oauth.context';
import { groupsOf } from '../../../non-empty';

/** The applications that the account has allowed, the last first: at most 100. */
export async function listAllowedApplications(
  ctx: OAuthContext,
  accountId: string,
): Promise<readonly AllowedApplication[]> {
  const authorizations = await ctx.authorizations.listOwned(accountId);
  const byClient = [...groupsOf(authorizations, ({ clientId }) => clientId)].slice(0, 100);
  const applications = await Promise.all(
    byClient.map(async ([clientId, allowed]) => {
      const client = await ctx.clients.findById(clientId);
      const scopes = [...new Set(allowed.flatMap((one) => one.scopes))];
      return client && { clientId, name: client.name, scopes, allowedAt: allowed[0].createdAt };
    }),
  );
  return applications.filter((application) => application !== null);
}

/**
 * Takes back all that the account has allowed a client; its tokens are worthless on every process within 2 seconds.
 *
 * @throws {AppError} `NOT_FOUND` for a client that the account has allowed nothing.
 */
export async function revokeApplication(
  ctx: OAuthContext,
  { accountId, clientId }: { readonly accountId: string; readonly clientId: string },
): Promise<void> {
  if (!(await ctx.authorizations.revokeOwned(accountId, clientId, ctx.now())))
    throw notFound('application', clientId);
  ctx.knownTokens.forget([clientId]);
}
