import { suspendAccount } from '../../src/identity/accounts/account-management.service';
import type { Account } from '../../src/identity/accounts/account';
import { deleteClient } from '../../src/identity/oauth/clients/client.service';
import { revokeTokenById } from '../../src/identity/oauth/tokens/revoke';
import { isScope, scopes } from '../../src/identity/oauth/scopes';
import type { OperationRow } from './access-row';
import { type AccessWorld, claimsOf, insertAccount, openSession, signToken } from './access-world';
import { send } from './app';

export const scopeNames = Object.keys(scopes).filter(isScope);

/** Tokens that are as good as none, by what is wrong with them. */
export const deadTokens: Readonly<Record<string, (world: AccessWorld) => Promise<string | null>>> =
  {
    'no token': () => Promise.resolve(null),
    'a token that nobody issued': () => Promise.resolve('A'.repeat(43)),
    'a revoked API token': async ({ app, owner }) => {
      const token = await openSession(app, owner);
      const headers = { Authorization: `Bearer ${token}` };
      await send(`${app.url}/auth/logout`, { method: 'POST', headers });
      return token;
    },
    'an expired API token': ({ app, owner }) => openSession(app, owner, -1),
    'the id of a browser’s session': ({ app, owner }) =>
      openSession(app, owner, undefined, 'browser'),
    'an API token of a suspended account': async ({ app, owner }) => {
      const account = await insertAccount(app, owner.roles);
      const token = await openSession(app, account);
      // Of those that end sessions as well the session would be gone.
      await app.ctx.accounts.update(account.id, { suspendedReason: 'fraud' });
      return token;
    },
    'a revoked access token': async ({ app, owner }) => {
      const token = await signToken(app, owner, scopeNames);
      await revokeTokenById(app.ctx, claimsOf(token).jti);
      return token;
    },
    'an expired access token': ({ app, owner }) => signToken(app, owner, scopeNames, -1),
    'an access token of a suspended account': async ({ app, owner }) => {
      const account = await insertAccount(app, owner.roles);
      const token = await signToken(app, account, scopeNames);
      await suspendAccount(app.ctx, { id: account.id, reason: 'fraud' });
      return token;
    },
    'an access token of a deleted client': async ({ app, owner }) => {
      const token = await signToken(app, owner, scopeNames);
      await deleteClient(app.ctx, claimsOf(token).client_id);
      return token;
    },
    'an access token with the signature of another': async ({ app, owner }) => {
      const [one, other] = [
        await signToken(app, owner, scopeNames),
        await signToken(app, owner, scopeNames),
      ];
      return [...one.split('.').slice(0, 2), other.split('.')[2]].join('.');
    },
  };

/** Tokens that are valid and not allowed to do what a rule asks for. */
export function weakTokens(
  { app }: AccessWorld,
  rule: OperationRow['rule'],
): readonly (() => Promise<string>)[] {
  if (rule === 'everybody' || rule === 'anyToken' || rule === 'session') return [];
  return [async () => openSession(app, await insertAccount(app, rolesBut(rule)))];
}

/** The same as access tokens: of an account without the role, and of the owner without the scope or the session. */
export function weakAccessTokens(
  { app, owner }: AccessWorld,
  rule: OperationRow['rule'],
): readonly (() => Promise<string>)[] {
  if (rule === 'everybody' || rule === 'anyToken') return [];
  const otherScopes = scopeNames.filter((scope) => scope !== rule);
  return [
    // Of an operator: that takes a session.
    ...(rule === 'operator'
      ? [async () => signToken(app, await insertAccount(app, [rule]), scopeNames)]
      : []),
    async () => signToken(app, await insertAccount(app, rolesBut(rule)), scopeNames),
    () => signToken(app, owner, otherScopes),
  ];
}

function rolesBut(rule: OperationRow['rule']): Account['roles'] {
  const [...needed] = rule in scopes ? scopes[rule as keyof typeof scopes].roles : [];
  return (['advertiser', 'publisher'] as const).filter((role) => !needed.includes(role));
}
