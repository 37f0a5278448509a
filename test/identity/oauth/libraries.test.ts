import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import * as openid from 'openid-client';
import passport from 'passport';
import OAuth2Strategy from 'passport-oauth2';
import { AuthorizationCode, ClientCredentials } from 'simple-oauth2';
import type { Account } from '../../../src/identity/accounts/account';
import { send, startApp, type TestApp } from '../../support/app';
import { CookieBrowser } from '../../support/cookie-browser';
import {
  aClient,
  anAccount,
  callback,
  decodeJwt,
  password,
  type TestClient,
  whoIs,
} from './support';

let app: TestApp;
let owner: Account;
let person: Account;
let client: TestClient;
let publicClient: TestClient;
beforeAll(async () => {
  app = await startApp();
  [owner, person] = [await anAccount(app), await anAccount(app)];
  client = await aClient(app, { ownerId: owner.id });
  publicClient = await aClient(app, { ownerId: owner.id, isPublic: true });
});

/** Acts as the person: logs in, allows, and is sent to the callback. */
async function consent(url: string, target = callback): Promise<string> {
  const browser = new CookieBrowser(target);
  const logIn = await browser.open(url);
  const prompt = await browser.submit(logIn, { email: person.email!, password });
  const { url: arrived } = await browser.submit(prompt, { decision: 'approve' });
  return arrived;
}

describe('openid-client, unmodified', () => {
  const discover = (one: TestClient, authentication?: openid.ClientAuth) =>
    openid.discovery(new URL(app.url), one.id, one.secret || undefined, authentication, {
      algorithm: 'oauth2',
      // oxlint-disable-next-line typescript/no-deprecated -- marked to stand out: the test has no TLS
      execute: [openid.allowInsecureRequests],
    });

  it('discovers the server and completes the code flow with PKCE, refreshes, introspects, revokes', async () => {
    const config = await discover(client);
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const expectedState = openid.randomState();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'campaign.read',
      state: expectedState,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const arrived = new URL(await consent(url.href));
    const tokens = await openid.authorizationCodeGrant(config, arrived, {
      pkceCodeVerifier,
      expectedState,
    });
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'campaign.read' });
    expect(await whoIs(app, tokens.access_token)).toBe(person.id);

    const next = await openid.refreshTokenGrant(config, tokens.refresh_token!);
    expect(await whoIs(app, next.access_token)).toBe(person.id);
    const facts = await openid.tokenIntrospection(config, next.access_token);
    expect(facts).toMatchObject({ active: true, sub: person.id });
    await openid.tokenRevocation(config, next.refresh_token!);
    expect(await openid.tokenIntrospection(config, next.access_token)).toEqual({ active: false });
  });

  it.each([
    ['client_secret_basic', openid.ClientSecretBasic],
    ['client_secret_post', openid.ClientSecretPost],
  ])('gets a token for client credentials by %s', async (_name, authentication) => {
    const config = await discover(client, authentication(client.secret));
    const { access_token } = await openid.clientCredentialsGrant(config, {
      scope: 'campaign.read',
    });
    expect(await whoIs(app, access_token)).toBe(owner.id);
  });

  it('completes the code flow of a public client', async () => {
    const config = await discover(publicClient, openid.None());
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const arrived = new URL(await consent(url.href));
    const tokens = await openid.authorizationCodeGrant(config, arrived, { pkceCodeVerifier });
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token!);
    expect(await whoIs(app, next.access_token)).toBe(person.id);
  });

  it('reads our errors', async () => {
    const config = await discover({ ...client, secret: 'wrong' });
    await expect(openid.clientCredentialsGrant(config)).rejects.toMatchObject({
      error: 'invalid_client',
    });
  });
});

describe('simple-oauth2, unmodified', () => {
  const configOf = (one: TestClient) => ({
    client: { id: one.id, secret: one.secret },
    auth: {
      tokenHost: app.url,
      tokenPath: '/oauth/token',
      revokePath: '/oauth/revoke',
    },
  });

  it.each(['form', 'json'] as const)(
    'gets a token for client credentials, as %s',
    async (bodyFormat) => {
      const credentials = new ClientCredentials({
        ...configOf(client),
        options: { bodyFormat, authorizationMethod: bodyFormat === 'json' ? 'body' : 'header' },
      });
      const { token } = await credentials.getToken({ scope: 'campaign.read' });
      expect(await whoIs(app, String(token['access_token']))).toBe(owner.id);
    },
  );

  it('completes the code flow, refreshes and revokes', async () => {
    const { auth, ...rest } = configOf(client);
    const flow = new AuthorizationCode({
      ...rest,
      auth: { ...auth, authorizePath: '/auth/authorize' },
    });
    const url = flow.authorizeURL({ redirect_uri: callback, scope: 'campaign.read', state: 'x' });
    const { searchParams } = new URL(await consent(url));
    expect(searchParams.get('state')).toBe('x');
    const code = searchParams.get('code')!;
    const first = await flow.getToken({ code, redirect_uri: callback });
    expect(first.expired()).toBe(false);
    expect(await whoIs(app, String(first.token['access_token']))).toBe(person.id);
    const second = await first.refresh();
    expect(await whoIs(app, String(second.token['access_token']))).toBe(person.id);
    await second.revokeAll();
    expect(await whoIs(app, String(second.token['access_token']))).toBe(401);
  });
});

describe('passport-oauth2, unmodified', () => {
  const server = createServer();
  afterAll(() => {
    server.close();
  });

  it.each([true, false])('logs a person in, with PKCE: %s', async (pkce) => {
    server.removeAllListeners('request');
    if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
    const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const callbackURL = `${site}/callback`;
    const own = await aClient(app, { ownerId: owner.id, redirectUris: [callbackURL] });
    const strategy = new OAuth2Strategy(
      {
        authorizationURL: `${app.url}/auth/authorize`,
        tokenURL: `${app.url}/oauth/token`,
        clientID: own.id,
        clientSecret: own.secret,
        callbackURL,
        scope: 'campaign.read',
        state: true,
        pkce,
      },
      (
        accessToken: string,
        refreshToken: string,
        _profile: unknown,
        done: OAuth2Strategy.VerifyCallback,
      ) => {
        done(null, { accessToken, refreshToken });
      },
    );
    const authenticator = new passport.Passport();
    authenticator.use(strategy);
    const session = {};
    const client2 = express();
    client2.use((req, _res, next) => {
      Object.assign(req, { session });
      next();
    });
    client2.get('/login', authenticator.authenticate('oauth2', { session: false }));
    client2.get(
      '/callback',
      authenticator.authenticate('oauth2', { session: false }),
      (req, res) => {
        res.json(req.user);
      },
    );
    server.on('request', client2);

    const arrived = await consent(`${site}/login`, callbackURL);
    const { status, body } = await send(arrived);
    expect(status).toBe(200);
    expect(await whoIs(app, body.accessToken)).toBe(person.id);
    expect(body.refreshToken).toMatch(/^[\w-]{43}$/);
  });
});

describe('a resource server of somebody else', () => {
  it('RFC 9068 §4, RFC 7517: verifies a token by the published metadata and keys alone', async () => {
    const credentials = new ClientCredentials({
      client: { id: client.id, secret: client.secret },
      auth: { tokenHost: app.url, tokenPath: '/oauth/token' },
    });
    const { token } = await credentials.getToken({});
    const jwt = String(token['access_token']);
    const { header, claims } = decodeJwt(jwt);
    const metadata = await send(`${app.url}/.well-known/oauth-authorization-server`);
    expect(claims['iss']).toBe(metadata.body.issuer);
    const { body } = await send(metadata.body.jwks_uri as string);
    const jwk = (body.keys as { kid: string }[]).find(({ kid }) => kid === header['kid'])!;
    const [head, payload, signature] = jwt.split('.') as [string, string, string];
    const isGenuine = verify(
      'sha256',
      Buffer.from(`${head}.${payload}`),
      { key: createPublicKey({ key: { ...jwk }, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    expect(isGenuine).toBe(true);
  });
});
