import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../src/identity/accounts/account';
import { createPersonalAccessToken } from '../../../../src/identity/oauth/tokens/personal-token.service';
import { send, startApp, type TestApp } from '../../../support/app';
import {
  aClient,
  anAccount,
  askToken,
  decodeJwt,
  getTokens,
  isOAuthError,
  minutes,
  openSession,
  postForm,
  refresh,
  shiftClock,
  suspend,
  type TestClient,
} from '../support';

const inactive = { active: false };

describe('POST /oauth/introspect', () => {
  let app: TestApp;
  let owner: Account;
  let person: Account;
  let session: string;
  let client: TestClient;
  beforeAll(async () => {
    app = await startApp();
    [owner, person] = [await anAccount(app), await anAccount(app)];
    session = await openSession(app, person);
    client = await aClient(app, { ownerId: owner.id });
  });
  const ask = (token: string, by = client, more: Record<string, string> = {}) =>
    postForm(app, '/oauth/introspect', by, { token, ...more });

  it('RFC 7662 §2.2: says what an access token is', async () => {
    const { access } = await getTokens(app, session, client, { scope: 'campaign.read' });
    const { claims } = decodeJwt(access);
    const { status, body, headers } = await ask(access);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      active: true,
      scope: 'campaign.read',
      client_id: client.id,
      token_type: 'Bearer',
      exp: claims['exp'],
      iat: claims['iat'],
      sub: person.id,
      aud: app.url,
      iss: app.url,
      jti: claims['jti'],
    });
  });

  it('RFC 7662 §2.2: says what a refresh token is', async () => {
    const tokens = await getTokens(app, session, client);
    const { body } = await ask(tokens.refresh, client, { token_type_hint: 'refresh_token' });
    expect(body).toEqual({
      active: true,
      scope: 'campaign.read campaign.write',
      client_id: client.id,
      sub: person.id,
      exp: expect.any(Number),
      iss: app.url,
    });
  });

  it('takes JSON too', async () => {
    const { access } = await getTokens(app, session, client);
    const json = { token: access, client_id: client.id, client_secret: client.secret };
    expect((await send(`${app.url}/oauth/introspect`, { json })).body.active).toBe(true);
  });

  it.each(['nonsense', 'a.b.c', 'x'.repeat(43), '..', 'eyJhbGciOiJub25lIn0.e30.'])(
    'RFC 7662 §2.2: says of %j no more than that it is not active',
    async (token) => {
      const { status, body } = await ask(token);
      expect([status, body]).toEqual([200, inactive]);
    },
  );

  it('RFC 7662 §2.2: a revoked token is not active', async () => {
    const tokens = await getTokens(app, session, client);
    await postForm(app, '/oauth/revoke', client, { token: tokens.refresh });
    expect((await ask(tokens.access)).body).toEqual(inactive);
    expect((await ask(tokens.refresh)).body).toEqual(inactive);
  });

  it('RFC 7662 §4: an expired token is not active', async () => {
    const tokens = await getTokens(app, session, client);
    await shiftClock(app, minutes(61), async () => {
      expect((await ask(tokens.access)).body).toEqual(inactive);
      expect((await ask(tokens.refresh)).body.active).toBe(true);
    });
  });

  it('a refresh token that was used is not active', async () => {
    const tokens = await getTokens(app, session, client);
    await refresh(app, client, tokens.refresh);
    expect((await ask(tokens.refresh)).body).toEqual(inactive);
  });

  it('the token of a suspended person is not active', async () => {
    const suspended = await anAccount(app);
    const tokens = await getTokens(app, await openSession(app, suspended), client);
    await suspend(app, suspended);
    app.ctx.knownAccounts.forget([suspended.id]);
    expect((await ask(tokens.access)).body).toEqual(inactive);
    expect((await ask(tokens.refresh)).body).toEqual(inactive);
  });

  it('RFC 7662 §4: a client learns nothing about other people’s tokens', async () => {
    const tokens = await getTokens(app, session, client);
    const stranger = await aClient(app, { ownerId: (await anAccount(app)).id });
    expect((await ask(tokens.access, stranger)).body).toEqual(inactive);
    expect((await ask(tokens.refresh, stranger)).body).toEqual(inactive);
  });

  it('a client may ask about the tokens that act for its owner', async () => {
    const theirs = await aClient(app, { ownerId: owner.id });
    const { body } = await askToken(app, theirs, { grant_type: 'client_credentials' });
    expect((await ask(body.access_token)).body).toMatchObject({
      active: true,
      client_id: theirs.id,
      sub: owner.id,
    });
    const { accessToken } = await createPersonalAccessToken(app.ctx, {
      accountId: owner.id,
      name: 'ci',
      scopes: ['site.read'],
    });
    expect((await ask(accessToken)).body).toMatchObject({ active: true, scope: 'site.read' });
  });

  it('RFC 7662 §2.1: refuses clients that do not authenticate with a secret', async () => {
    const { access } = await getTokens(app, session, client);
    isOAuthError(await ask(access, { ...client, secret: 'x' }), 401, 'invalid_client');
    isOAuthError(await ask(access, { ...client, secret: '' }), 401, 'invalid_client');
    const isPublic = await aClient(app, { ownerId: owner.id, isPublic: true });
    isOAuthError(await ask(access, isPublic), 401, 'invalid_client');
  });

  it('RFC 7662 §2.1: refuses a request without a token', async () => {
    isOAuthError(await postForm(app, '/oauth/introspect', client, {}), 400, 'invalid_request');
  });

  it('RFC 7662 §2.1: knows no GET', async () => {
    expect((await send(`${app.url}/oauth/introspect?token=x`)).status).toBe(405);
  });
});
