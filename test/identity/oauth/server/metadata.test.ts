import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  listSigningKeys,
  rotateSigningKey,
} from '../../../../src/identity/oauth/tokens/token-key.service';
import { freshDatabase } from '../../../support/database';
import { send, startApp, type TestApp } from '../../../support/app';
import {
  aClient,
  anAccount,
  askToken,
  decodeJwt,
  minutes,
  shiftClock,
  timeUntil,
  whoIs,
} from '../support';

const grant = { grant_type: 'client_credentials' };

describe('GET /.well-known/oauth-authorization-server', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  const read = () => send(`${app.url}/.well-known/oauth-authorization-server`);

  it('RFC 8414 §2, §3.2: says where everything is', async () => {
    const { status, headers, body } = await read();
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(body).toEqual({
      issuer: app.url,
      authorization_endpoint: `${app.url}/auth/authorize`,
      token_endpoint: `${app.url}/oauth/token`,
      revocation_endpoint: `${app.url}/oauth/revoke`,
      introspection_endpoint: `${app.url}/oauth/introspect`,
      jwks_uri: `${app.url}/.well-known/jwks.json`,
      scopes_supported: [
        'campaign.read',
        'campaign.write',
        'site.read',
        'site.write',
        'statistics.read',
        'payment.read',
        'webhook.write',
      ],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
        'none',
      ],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
  });

  it('RFC 8414 §3.3: the issuer is the URL that clients know the server by', async () => {
    const other = await startApp({ env: { ADGATE_PUBLIC_URL: 'https://ads.example/' } });
    const { body } = await send(`${other.url}/.well-known/oauth-authorization-server`);
    expect([body.issuer, body.token_endpoint]).toEqual([
      'https://ads.example',
      'https://ads.example/oauth/token',
    ]);
  });

  it('every endpoint that it names answers', async () => {
    const { body } = await read();
    const urls = Object.entries(body as Record<string, unknown>)
      .filter(([name]) => /_endpoint$|_uri$/.test(name))
      .map(([, url]) => String(url));
    expect(urls).toHaveLength(5);
    for (const url of urls) expect((await send(url, { method: 'OPTIONS' })).status).toBe(204);
  });

  it('may be read by pages of every origin', async () => {
    const { headers } = await read();
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('the keys of access tokens', () => {
  const keysOf = async ({ url }: TestApp) => {
    const { body } = await send(`${url}/.well-known/jwks.json`);
    return body.keys as Record<string, string>[];
  };

  it('RFC 7517 §5, §9.2: publishes the public part of each key, and nothing else', async () => {
    const app = await startApp();
    expect(await keysOf(app)).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        x: expect.stringMatching(/^[\w-]{43}$/),
        y: expect.stringMatching(/^[\w-]{43}$/),
        kid: app.ctx.tokenKeys.signing().keyId,
        alg: 'ES256',
        use: 'sig',
      },
    ]);
  });

  it('a first start makes one, and every process of the database has the same', async () => {
    const mongodbUri = await freshDatabase();
    const env = { ADGATE_PUBLIC_URL: 'https://ads.example' };
    const [one, other] = await Promise.all([
      startApp({ mongodbUri, env }),
      startApp({ mongodbUri, env }),
    ]);
    expect(await keysOf(one)).toEqual(await keysOf(other));
    expect(await keysOf(one)).toHaveLength(1);
  });

  it('a rotation goes to every process at once, and ends no token', async () => {
    const mongodbUri = await freshDatabase();
    const env = { ADGATE_PUBLIC_URL: 'https://ads.example' };
    const [one, other] = [await startApp({ mongodbUri, env }), await startApp({ mongodbUri, env })];
    const owner = await anAccount(one);
    const client = await aClient(one, { ownerId: owner.id });
    const before = (await askToken(one, client, grant)).body.access_token as string;
    const key = await rotateSigningKey(one.ctx);
    const after = (await askToken(one, client, grant)).body.access_token as string;
    expect(decodeJwt(after).header['kid']).toBe(key.keyId);
    expect(decodeJwt(before).header['kid']).not.toBe(key.keyId);
    // At once: a key that a process does not know is looked for.
    expect(await whoIs(other, after)).toBe(owner.id);
    expect(await whoIs(other, before)).toBe(owner.id);
    expect(await whoIs(one, before)).toBe(owner.id);
    expect((await keysOf(one)).map(({ kid }) => kid)).toEqual([
      decodeJwt(before).header['kid'],
      key.keyId,
    ]);
    const signer = async () =>
      decodeJwt((await askToken(other, client, grant)).body.access_token as string).header['kid'];
    expect(await timeUntil(async () => (await signer()) === key.keyId)).toBeLessThan(2_000);
  });

  it('an old key goes when the last token that it may have signed has expired', async () => {
    const app = await startApp();
    await rotateSigningKey(app.ctx);
    expect(await listSigningKeys(app.ctx)).toHaveLength(2);
    const day = minutes(24 * 60);
    await shiftClock(app, 365 * day, () => rotateSigningKey(app.ctx));
    const before = (await app.ctx.tokenKeyStore.list()).map(({ keyId }) => keyId);
    expect(before).toHaveLength(3);
    await shiftClock(app, 367 * day, () => rotateSigningKey(app.ctx));
    const after = (await app.ctx.tokenKeyStore.list()).map(({ keyId }) => keyId);
    expect(after.slice(0, -1)).toEqual(before.slice(1));
  });

  it('a key that was stolen ends with all of its tokens, on every process', async () => {
    const mongodbUri = await freshDatabase();
    const env = { ADGATE_PUBLIC_URL: 'https://ads.example' };
    const [one, other] = [await startApp({ mongodbUri, env }), await startApp({ mongodbUri, env })];
    const owner = await anAccount(one);
    const client = await aClient(one, { ownerId: owner.id });
    const token = (await askToken(one, client, grant)).body.access_token as string;
    expect([await whoIs(one, token), await whoIs(other, token)]).toEqual([owner.id, owner.id]);
    await rotateSigningKey(one.ctx, { endsOthers: true });
    expect(await whoIs(one, token)).toBe(401);
    expect(await timeUntil(async () => (await whoIs(other, token)) === 401)).toBeLessThan(2_000);
    expect(await keysOf(one)).toHaveLength(1);
  });
});
