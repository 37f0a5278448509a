import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../src/identity/accounts/account';
import { revokeTokenById } from '../../../../src/identity/oauth/tokens/revoke';
import { send, startApp, type TestApp } from '../../../support/app';
import {
  aClient,
  anAccount,
  askToken,
  aVerifier,
  basic,
  bearer,
  decodeJwt,
  getCode,
  getTokens,
  isOAuthError,
  minutes,
  openSession,
  postForm,
  redeem,
  refresh,
  type TestClient,
  whoIs,
} from '../support';

describe('POST /oauth/revoke', () => {
  let app: TestApp;
  let owner: Account;
  let session: string;
  let client: TestClient;
  beforeAll(async () => {
    app = await startApp();
    owner = await anAccount(app);
    session = await openSession(app, owner);
    client = await aClient(app, { ownerId: owner.id });
  });
  const revoke = (parameters: Record<string, string>, by = client) =>
    postForm(app, '/oauth/revoke', by, parameters);

  it('RFC 7009 §2.1: ends an access token at once, and it alone', async () => {
    const tokens = await getTokens(app, session, client);
    expect(await whoIs(app, tokens.access)).toBe(owner.id);
    const { status, headers } = await revoke({ token: tokens.access });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await whoIs(app, tokens.access)).toBe(401);
    expect((await refresh(app, client, tokens.refresh)).status).toBe(200);
  });

  it('an ended token stays known for longer than it lives, as clocks differ', async () => {
    const { access } = await getTokens(app, session, client);
    await revoke({ token: access });
    const { exp, jti } = decodeJwt(access).claims;
    const stored = await app.ctx.revocations.models[0]!.findById(jti).lean();
    const keptFor = Number(stored?.expiresAt) - Number(exp) * 1000;
    expect(keptFor).toBeGreaterThanOrEqual(minutes(5));
  });

  it('RFC 7009 §2.1: with a refresh token every token of the authorization ends', async () => {
    const tokens = await getTokens(app, session, client);
    const { body } = await refresh(app, client, tokens.refresh);
    expect((await revoke({ token: body.refresh_token as string })).status).toBe(200);
    isOAuthError(await refresh(app, client, body.refresh_token), 400, 'invalid_grant');
    expect([await whoIs(app, tokens.access), await whoIs(app, body.access_token)]).toEqual([
      401, 401,
    ]);
  });

  it('ends a client-credentials token', async () => {
    const { body } = await askToken(app, client, { grant_type: 'client_credentials' });
    expect((await revoke({ token: body.access_token as string })).status).toBe(200);
    expect(await whoIs(app, body.access_token)).toBe(401);
  });

  it.each(['access_token', 'refresh_token', 'nonsense'])(
    'RFC 7009 §2.1: finds the token whatever the hint says: %s',
    async (hint) => {
      const tokens = await getTokens(app, session, client);
      await revoke({ token: tokens.refresh, token_type_hint: hint });
      expect(await whoIs(app, tokens.access)).toBe(401);
    },
  );

  it.each(['nonsense', 'a.b.c', 'x'.repeat(43), '{"$ne":1}'])(
    'RFC 7009 §2.2: answers 200 to the token %j, which is none',
    async (token) => {
      expect((await revoke({ token })).status).toBe(200);
    },
  );

  it('RFC 7009 §2.2: answers 200 to a token that was revoked before', async () => {
    const tokens = await getTokens(app, session, client);
    await revoke({ token: tokens.access });
    expect((await revoke({ token: tokens.access })).status).toBe(200);
  });

  it('RFC 7009 §2.1: refuses another client’s token, which stays good', async () => {
    const tokens = await getTokens(app, session, client);
    const other = await aClient(app, { ownerId: owner.id });
    isOAuthError(await revoke({ token: tokens.access }, other), 400, 'invalid_grant');
    isOAuthError(await revoke({ token: tokens.refresh }, other), 400, 'invalid_grant');
    expect(await whoIs(app, tokens.access)).toBe(owner.id);
    expect((await refresh(app, client, tokens.refresh)).status).toBe(200);
  });

  it('RFC 7009 §2.1: refuses a client that does not authenticate', async () => {
    const tokens = await getTokens(app, session, client);
    isOAuthError(
      await revoke({ token: tokens.access }, { ...client, secret: 'x' }),
      401,
      'invalid_client',
    );
    isOAuthError(
      await revoke({ token: tokens.access }, { ...client, secret: '' }),
      401,
      'invalid_client',
    );
    expect(await whoIs(app, tokens.access)).toBe(owner.id);
  });

  it('RFC 7009 §5: public clients give back their tokens by their id', async () => {
    const app2 = await aClient(app, { ownerId: owner.id, isPublic: true });
    const { challenge, verifier } = aVerifier();
    const code = await getCode(app, session, app2, {
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const { body } = await redeem(app, app2, code, { code_verifier: verifier });
    expect((await revoke({ token: body.refresh_token as string }, app2)).status).toBe(200);
    expect(await whoIs(app, body.access_token)).toBe(401);
  });

  it('RFC 7009 §2.1: refuses a request without a token, and one with two', async () => {
    isOAuthError(await revoke({}), 400, 'invalid_request');
    const body = new URLSearchParams([
      ['token', 'a'],
      ['token', 'b'],
    ]);
    const reply = await send(`${app.url}/oauth/revoke`, {
      method: 'POST',
      body,
      headers: { Authorization: basic(client.id, client.secret) },
    });
    isOAuthError(reply, 400, 'invalid_request');
  });

  it('RFC 7009 §2: knows no GET, which would leave the token in logs', async () => {
    const { access } = await getTokens(app, session, client);
    const query = new URLSearchParams({ token: access, client_id: client.id });
    const { status } = await send(`${app.url}/oauth/revoke?${query.toString()}`);
    expect([status, await whoIs(app, access)]).toEqual([405, owner.id]);
  });

  it('takes JSON too', async () => {
    const tokens = await getTokens(app, session, client);
    const json = { token: tokens.access, client_id: client.id, client_secret: client.secret };
    expect((await send(`${app.url}/oauth/revoke`, { json })).status).toBe(200);
    expect(await whoIs(app, tokens.access)).toBe(401);
  });
});

describe('DELETE /auth/tokens/{id}', () => {
  let app: TestApp;
  let session: string;
  let client: TestClient;
  beforeAll(async () => {
    app = await startApp();
    const owner = await anAccount(app);
    session = await openSession(app, owner);
    client = await aClient(app, { ownerId: owner.id });
  });
  const idOf = (token: string) => String(decodeJwt(token).claims['jti']);
  const remove = (id: string, token: string) =>
    send(`${app.url}/auth/tokens/${id}`, { method: 'DELETE', headers: bearer(token) });

  it('reference clients §4.7: ends the token that it comes with, and its refresh token', async () => {
    const tokens = await getTokens(app, session, client);
    expect((await remove(idOf(tokens.access), tokens.access)).status).toBe(204);
    expect(await whoIs(app, tokens.access)).toBe(401);
    isOAuthError(await refresh(app, client, tokens.refresh), 400, 'invalid_grant');
  });

  it('answers 404 to the id of any other token', async () => {
    const [one, other] = [
      await getTokens(app, session, client),
      await getTokens(app, session, client),
    ];
    expect((await remove(idOf(other.access), one.access)).status).toBe(404);
    expect((await remove('x', one.access)).status).toBe(404);
    expect((await remove(idOf(one.access), session)).status).toBe(401);
  });

  it('the operator ends any token by its id', async () => {
    const tokens = await getTokens(app, session, client);
    await revokeTokenById(app.ctx, idOf(tokens.access));
    expect(await whoIs(app, tokens.access)).toBe(401);
    const other = await getTokens(app, session, client);
    await revokeTokenById(app.ctx, String(decodeJwt(other.access).claims['grant_id']));
    expect(await whoIs(app, other.access)).toBe(401);
    isOAuthError(await refresh(app, client, other.refresh), 400, 'invalid_grant');
    await expect(revokeTokenById(app.ctx, 'nonsense')).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });
});
