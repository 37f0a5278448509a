import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../src/identity/accounts/account';
import { accessToken, send, startApp, type TestApp } from '../../../support/app';
import {
  aClient,
  anAccount,
  askToken,
  basic,
  decodeJwt,
  isOAuthError,
  type TestClient,
  whoIs,
} from '../support';

const grant = { grant_type: 'client_credentials' };

describe('POST /oauth/token, grant_type=client_credentials', () => {
  let app: TestApp;
  let owner: Account;
  let client: TestClient;
  beforeAll(async () => {
    app = await startApp();
    owner = await anAccount(app);
    client = await aClient(app, { ownerId: owner.id });
  });
  const post = (init: RequestInit & { json?: unknown }) =>
    send(`${app.url}/oauth/token`, { method: 'POST', ...init });

  it('RFC 6749 §4.4.3, §5.1: answers an access token and no refresh token', async () => {
    const { status, headers, body } = await askToken(app, client, grant);
    expect(status).toBe(200);
    expect(body).toEqual({
      token_type: 'Bearer',
      expires_in: 3600,
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      scope: 'campaign.read campaign.write',
    });
    expect(headers.get('content-type')).toBe('application/json');
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
  });

  it('contract §3: acts for the client’s owner', async () => {
    const { body } = await askToken(app, client, grant);
    expect(await whoIs(app, body.access_token)).toBe(owner.id);
  });

  it('RFC 9068 §2: the token is a JWT with its type, its key and all claims', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { body } = await askToken(app, client, grant);
    const { header, claims } = decodeJwt(body.access_token);
    expect(header).toEqual({
      alg: 'ES256',
      typ: 'at+jwt',
      kid: app.ctx.tokenKeys.signing().keyId,
    });
    expect(claims).toEqual({
      iss: app.url,
      aud: app.url,
      sub: owner.id,
      client_id: client.id,
      jti: expect.stringMatching(/^[0-9a-f]{32}$/),
      iat: expect.any(Number),
      exp: Number(claims['iat']) + 3600,
      scope: 'campaign.read campaign.write',
    });
    expect(Number(claims['iat'])).toBeGreaterThanOrEqual(before);
  });

  it('RFC 6749 §3.3: gives the scopes that are asked for, and says which', async () => {
    const { body } = await askToken(app, client, { ...grant, scope: 'campaign.read' });
    expect([body.scope, decodeJwt(body.access_token).claims['scope']]).toEqual([
      'campaign.read',
      'campaign.read',
    ]);
  });

  it.each(['*', 'campaign.read nonsense', 'site.read', 'campaign.READ', 'campaign.read,site.read'])(
    'RFC 6749 §5.2: refuses the scope %j as invalid_scope',
    async (scope) => {
      isOAuthError(await askToken(app, client, { ...grant, scope }), 400, 'invalid_scope');
    },
  );

  it('RFC 6749 §4.4: is for confidential clients only', async () => {
    const isPublic = await aClient(app, { ownerId: owner.id, isPublic: true });
    isOAuthError(await askToken(app, isPublic, grant), 400, 'unauthorized_client');
  });

  it('refuses the client of a suspended owner', async () => {
    const suspended = await anAccount(app);
    const theirs = await aClient(app, { ownerId: suspended.id });
    const accounts = app.ctx.accounts.models[0]!.db.collection<{ _id: string }>('accounts');
    await accounts.updateOne({ _id: suspended.id }, { $set: { suspendedReason: 'fraud' } });
    isOAuthError(await askToken(app, theirs, grant), 400, 'unauthorized_client');
  });

  it.each([
    [
      'in a JSON body',
      (id: string, secret: string) => ({
        json: { ...grant, client_id: id, client_secret: secret },
      }),
    ],
    [
      'in a JSON body, in camelCase',
      (id: string, secret: string) => ({
        json: { grantType: 'client_credentials', clientId: id, clientSecret: secret },
      }),
    ],
    [
      'in a form',
      (id: string, secret: string) => ({
        body: new URLSearchParams({ ...grant, client_id: id, client_secret: secret }),
      }),
    ],
    [
      'by HTTP Basic',
      (id: string, secret: string) => ({
        body: new URLSearchParams(grant),
        headers: { Authorization: basic(id, secret) },
      }),
    ],
    [
      'by HTTP Basic and a JSON body',
      (id: string, secret: string) => ({
        json: grant,
        headers: { Authorization: basic(id, secret) },
      }),
    ],
    [
      'by HTTP Basic with its id in the body too',
      (id: string, secret: string) => ({
        json: { ...grant, client_id: id },
        headers: { Authorization: basic(id, secret) },
      }),
    ],
  ])('RFC 6749 §2.3.1: takes credentials %s', async (_case, initOf) => {
    const { status, body } = await post(initOf(client.id, client.secret));
    expect([status, body.token_type]).toEqual([200, 'Bearer']);
  });

  it('gives tests a token', async () => {
    const token = await accessToken(app, { scopes: ['site.read'], roles: ['publisher'] });
    expect(decodeJwt(token).claims['scope']).toBe('site.read');
    expect(await whoIs(app, token)).toMatch(/^[0-9a-f]{32}$/);
  });
});
