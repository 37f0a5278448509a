import { beforeAll, describe, expect, it } from '@jest/globals';
import { createPersonalAccessToken } from '../../../../src/identity/oauth/tokens/personal-token.service';
import { revokeTokenById } from '../../../../src/identity/oauth/tokens/revoke';
import type { Scope } from '../../../../src/identity/oauth/scopes';
import { send, startApp, type TestApp } from '../../../support/app';
import { anAccount, bearer, openSession } from '../support';

describe('a path that takes access tokens', () => {
  let app: TestApp;
  let accountId: string;
  let session: string;
  beforeAll(async () => {
    app = await startApp();
    const account = await anAccount(app);
    accountId = account.id;
    session = await openSession(app, account);
  });
  const create = (...scopes: readonly Scope[]) =>
    createPersonalAccessToken(app.ctx, { accountId, name: 'ci', scopes });
  const ask = (headers: Record<string, string>, query = '') =>
    send(`${app.url}/api/v2/campaigns${query}`, { headers });
  const challengeOf = async (headers: Record<string, string>) => {
    const { status, headers: its } = await ask(headers);
    return [status, its.get('www-authenticate')];
  };

  it('RFC 6750 §2.1: takes a token by the Authorization header, its scheme in any case', async () => {
    const { accessToken } = await create('campaign.read');
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect((await ask({ Authorization: `${scheme} ${accessToken}` })).status).toBe(200);
  });

  it('RFC 9700 §4.3.2: takes no token from the query', async () => {
    const { accessToken } = await create('campaign.read');
    expect((await ask({}, `?access_token=${accessToken}`)).status).toBe(401);
  });

  it.each([
    ['nothing', () => ({})],
    ['another scheme', () => ({ Authorization: 'Basic YTpi' })],
    ['an API token', () => bearer(session)],
  ])('RFC 6750 §3: asks who shows %s for a token', async (_case, headersOf) => {
    expect(await challengeOf(headersOf())).toEqual([401, 'Bearer']);
  });

  it.each([
    ['altered', (token: string) => Promise.resolve(`${token.slice(0, -4)}AAAA`)],
    ['made up', () => Promise.resolve('a.b.c')],
    [
      'revoked',
      async (token: string) => {
        const claims: unknown = JSON.parse(
          Buffer.from(token.split('.')[1]!, 'base64url').toString(),
        );
        await revokeTokenById(app.ctx, (claims as { jti: string }).jti);
        return token;
      },
    ],
  ])('RFC 9068 §4, RFC 6750 §3.1: says invalid_token to one that is %s', async (_case, spoil) => {
    const { accessToken } = await create('campaign.read');
    const headers = bearer(await spoil(accessToken));
    expect(await challengeOf(headers)).toEqual([401, 'Bearer error="invalid_token"']);
  });

  it('RFC 6750 §3.1: says insufficient_scope, and which scope it takes', async () => {
    const { accessToken } = await create('site.read', 'campaign.write');
    expect(await challengeOf(bearer(accessToken))).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="campaign.read"',
    ]);
  });
});
