import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../src/identity/accounts/account';
import { send, startApp, type TestApp } from '../../../support/app';
import {
  aClient,
  anAccount,
  askToken,
  aVerifier,
  callback,
  challengeOf,
  decodeJwt,
  getCode,
  isOAuthError,
  minutes,
  openSession,
  redeem,
  refresh,
  shiftClock,
  suspend,
  type TestClient,
  whoIs,
} from '../support';

describe('POST /oauth/token, grant_type=authorization_code', () => {
  let app: TestApp;
  let owner: Account;
  let person: Account;
  let session: string;
  let client: TestClient;
  let publicClient: TestClient;
  beforeAll(async () => {
    app = await startApp();
    [owner, person] = [await anAccount(app), await anAccount(app)];
    session = await openSession(app, person);
    client = await aClient(app, { ownerId: owner.id });
    publicClient = await aClient(app, { ownerId: owner.id, isPublic: true });
  });
  const withChallenge = (challenge: string) => ({
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });

  it('RFC 6749 §4.1.4, §5.1: answers an access token and a refresh token', async () => {
    const { status, headers, body } = await redeem(
      app,
      client,
      await getCode(app, session, client),
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      token_type: 'Bearer',
      expires_in: 3600,
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'campaign.read campaign.write',
    });
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
  });

  it('RFC 6749 §1.4: the token acts for the person, not for the client’s owner', async () => {
    const { body } = await redeem(app, client, await getCode(app, session, client));
    expect(await whoIs(app, body.access_token)).toBe(person.id);
    expect(decodeJwt(body.access_token).claims).toMatchObject({
      sub: person.id,
      client_id: client.id,
    });
  });

  it('RFC 6749 §4.1.3: a code gives the scopes that were allowed, whatever the request says', async () => {
    const code = await getCode(app, session, client, { scope: 'campaign.read' });
    const { body } = await redeem(app, client, code, { scope: 'campaign.read campaign.write' });
    expect([body.scope, decodeJwt(body.access_token).claims['scope']]).toEqual([
      'campaign.read',
      'campaign.read',
    ]);
  });

  it.each(['code', 'redirect_uri'])(
    'RFC 6749 §4.1.3, §5.2: refuses a request without %s as invalid_request',
    async (missing) => {
      const parameters: Record<string, string> = {
        grant_type: 'authorization_code',
        code: await getCode(app, session, client),
        redirect_uri: callback,
      };
      Reflect.deleteProperty(parameters, missing);
      isOAuthError(await askToken(app, client, parameters), 400, 'invalid_request');
    },
  );

  it.each([
    ['unknown', () => 'A'.repeat(43)],
    ['altered', (code: string) => `${code.startsWith('A') ? 'B' : 'A'}${code.slice(1)}`],
    ['cut off', (code: string) => code.slice(0, -1)],
    ['continued', (code: string) => `${code}A`],
    ['in another case', (code: string) => code.toUpperCase()],
    ['a space', () => ' '],
    ['an object of the query language', () => '{"$ne":null}'],
    ['very long', () => 'x'.repeat(4_000)],
  ])('RFC 6749 §5.2: refuses a code that is %s as invalid_grant', async (_case, change) => {
    const code = await getCode(app, session, client);
    isOAuthError(await redeem(app, client, change(code)), 400, 'invalid_grant');
    expect((await redeem(app, client, code)).status).toBe(200);
  });

  it('RFC 6749 §4.1.3: a code of another client is refused, and stays good for its own', async () => {
    const code = await getCode(app, session, client);
    const other = await aClient(app, { ownerId: owner.id });
    isOAuthError(await redeem(app, other, code), 400, 'invalid_grant');
    isOAuthError(await redeem(app, publicClient, code), 400, 'invalid_grant');
    expect((await redeem(app, client, code)).status).toBe(200);
  });

  it('RFC 6749 §4.1.3, §10.5: a client with a secret must show it', async () => {
    const code = await getCode(app, session, client);
    const json = {
      grant_type: 'authorization_code',
      client_id: client.id,
      code,
      redirect_uri: callback,
    };
    isOAuthError(await send(`${app.url}/oauth/token`, { json }), 401, 'invalid_client');
    expect((await redeem(app, client, code)).status).toBe(200);
  });

  it.each([
    'https://client.example/callback/',
    'https://client.example/callback?x=1',
    'https://client.example/Callback',
    'https://client.example:443/callback',
    'https://evil.example/callback',
  ])(
    'RFC 6749 §4.1.3: refuses the redirect URI %s, which is not the one of the request',
    async (uri) => {
      const code = await getCode(app, session, client);
      isOAuthError(await redeem(app, client, code, { redirect_uri: uri }), 400, 'invalid_grant');
    },
  );

  it('RFC 6749 §4.1.3: the redirect URI must be the one used, though another one is registered too', async () => {
    const second = 'https://client.example/second';
    const both = await aClient(app, { ownerId: owner.id, redirectUris: [callback, second] });
    const code = await getCode(app, session, both, { redirect_uri: second });
    isOAuthError(await redeem(app, both, code), 400, 'invalid_grant');
    expect((await redeem(app, both, code, { redirect_uri: second })).status).toBe(200);
  });

  it('RFC 6749 §4.1.2: a code is good for ten minutes', async () => {
    const code = await getCode(app, session, client);
    const late = await shiftClock(app, minutes(10) + 1_000, () => redeem(app, client, code));
    isOAuthError(late, 400, 'invalid_grant');
    const other = await getCode(app, session, client);
    const inTime = await shiftClock(app, minutes(10) - 5_000, () => redeem(app, client, other));
    expect(inTime.status).toBe(200);
  });

  it('RFC 6749 §4.1.2, RFC 9700 §4.2: a second use is refused, and ends what the first one gave', async () => {
    const code = await getCode(app, session, client);
    const { body } = await redeem(app, client, code);
    expect(await whoIs(app, body.access_token)).toBe(person.id);
    isOAuthError(await redeem(app, client, code), 400, 'invalid_grant');
    expect(await whoIs(app, body.access_token)).toBe(401);
    isOAuthError(await refresh(app, client, body.refresh_token), 400, 'invalid_grant');
  });

  it('ends tokens that were refreshed meanwhile, too', async () => {
    const code = await getCode(app, session, client);
    const first = await redeem(app, client, code);
    const second = await refresh(app, client, first.body.refresh_token);
    isOAuthError(await redeem(app, client, code), 400, 'invalid_grant');
    expect(await whoIs(app, second.body.access_token)).toBe(401);
    isOAuthError(await refresh(app, client, second.body.refresh_token), 400, 'invalid_grant');
  });

  it('RFC 6749 §10.5: a hundred redemptions at once give one success, which the others end', async () => {
    const code = await getCode(app, session, client);
    const replies = await Promise.all(Array.from({ length: 100 }, () => redeem(app, client, code)));
    const successes = replies.filter(({ status }) => status === 200);
    expect(successes).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 200))
      isOAuthError(reply, 400, 'invalid_grant');
    const [{ body }] = successes as [(typeof successes)[0]];
    expect(await whoIs(app, body.access_token)).toBe(401);
    isOAuthError(await refresh(app, client, body.refresh_token), 400, 'invalid_grant');
  });

  it('RFC 6749 §10.5: there is a success even if the second one to redeem is quicker', async () => {
    const code = await getCode(app, session, client);
    const { authorizations } = app.ctx;
    let second: ReturnType<typeof redeem> | undefined;
    const useCode: typeof authorizations.useCode = async (...params) => {
      const isFirst = await authorizations.useCode(...params);
      if (isFirst) await (second = redeem(app, client, code));
      return isFirst;
    };
    Object.assign(app.ctx, { authorizations: { ...authorizations, useCode } });
    const first = await redeem(app, client, code).finally(() =>
      Object.assign(app.ctx, { authorizations }),
    );
    expect(first.status).toBe(200);
    isOAuthError((await second)!, 400, 'invalid_grant');
    expect(await whoIs(app, first.body.access_token)).toBe(401);
  });

  it('RFC 6749 §10.5: stores no code that somebody could redeem', async () => {
    const code = await getCode(app, session, client);
    const { db } = app.ctx.authorizations.models[0]!;
    const stored = await db.collection('authorizationCodes').find().toArray();
    expect(JSON.stringify(stored)).not.toContain(code);
    expect(code).toMatch(/^[\w-]{43}$/);
  });

  it('refuses the code of a person who was suspended meanwhile', async () => {
    const suspended = await anAccount(app);
    const code = await getCode(app, await openSession(app, suspended), client);
    await suspend(app, suspended);
    isOAuthError(await redeem(app, client, code), 400, 'invalid_grant');
  });

  describe('with PKCE', () => {
    it('RFC 7636 §4.6: takes the verifier of the challenge, of confidential and public clients', async () => {
      for (const one of [client, publicClient]) {
        const { challenge, verifier } = aVerifier();
        const code = await getCode(app, session, one, withChallenge(challenge));
        const { status, body } = await redeem(app, one, code, { code_verifier: verifier });
        expect([status, typeof body.refresh_token]).toEqual([200, 'string']);
      }
    });

    it('RFC 7636 §4.6: takes the example of appendix B', async () => {
      const code = await getCode(
        app,
        session,
        publicClient,
        withChallenge('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
      );
      const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
      const { status } = await redeem(app, publicClient, code, { code_verifier: verifier });
      expect(status).toBe(200);
    });

    it.each([
      ['none', () => ({})],
      ['another one', () => ({ code_verifier: aVerifier().verifier })],
      ['the challenge itself', (challenge: string) => ({ code_verifier: challenge })],
      ['an empty one', () => ({ code_verifier: '' })],
    ])('RFC 7636 §4.6: refuses a request with the verifier: %s', async (_case, parametersOf) => {
      const { challenge, verifier } = aVerifier();
      const code = await getCode(app, session, client, withChallenge(challenge));
      isOAuthError(await redeem(app, client, code, parametersOf(challenge)), 400, 'invalid_grant');
      const { status } = await redeem(app, client, code, { code_verifier: verifier });
      expect(status).toBe(200);
    });

    it.each([
      ['42 characters', 'a'.repeat(42)],
      ['129 characters', 'a'.repeat(129)],
      ['other characters', `${'a'.repeat(42)}+`],
    ])(
      'RFC 7636 §4.1: refuses a verifier of %s, though the challenge is its own',
      async (_case, verifier) => {
        const code = await getCode(app, session, client, withChallenge(challengeOf(verifier)));
        const reply = await redeem(app, client, code, { code_verifier: verifier });
        isOAuthError(reply, 400, 'invalid_grant');
      },
    );

    it.each([43, 128])('RFC 7636 §4.1: takes a verifier of %i characters', async (length) => {
      const verifier = '~'.repeat(length);
      const code = await getCode(app, session, client, withChallenge(challengeOf(verifier)));
      expect((await redeem(app, client, code, { code_verifier: verifier })).status).toBe(200);
    });

    it('RFC 9700 §4.8.2: refuses a verifier when the code was asked for without a challenge', async () => {
      const code = await getCode(app, session, client);
      const { verifier } = aVerifier();
      const reply = await redeem(app, client, code, { code_verifier: verifier });
      isOAuthError(reply, 400, 'invalid_grant');
    });

    it('RFC 9700 §4.5: a code injected into another session fails on its verifier', async () => {
      const [victim, attacker] = [aVerifier(), aVerifier()];
      const code = await getCode(app, session, client, withChallenge(victim.challenge));
      const reply = await redeem(app, client, code, { code_verifier: attacker.verifier });
      isOAuthError(reply, 400, 'invalid_grant');
    });

    it('RFC 6749 §3.2.1: a public client that shows a secret is refused', async () => {
      const { challenge, verifier } = aVerifier();
      const code = await getCode(app, session, publicClient, withChallenge(challenge));
      const impostor = { ...publicClient, secret: 'x'.repeat(43) };
      const reply = await redeem(app, impostor, code, { code_verifier: verifier });
      isOAuthError(reply, 401, 'invalid_client');
    });
  });
});
