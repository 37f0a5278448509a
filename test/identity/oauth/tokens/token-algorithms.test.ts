import { createHash, createHmac, createPublicKey } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import type { Account } from '../../../../src/identity/accounts/account';
import {
  listSigningKeys,
  rotateSigningKey,
} from '../../../../src/identity/oauth/tokens/token-key.service';
import { send, startApp, type TestApp } from '../../../support/app';
import { aClient, anAccount, askToken, decodeJwt, type TestClient, whoIs } from '../support';

describe('access tokens signed with RS256', () => {
  let app: TestApp;
  let owner: Account;
  let client: TestClient;
  let before: string;
  let token: string;
  beforeAll(async () => {
    app = await startApp();
    owner = await anAccount(app);
    client = await aClient(app, { ownerId: owner.id });
    before = await newToken();
    await rotateSigningKey(app.ctx, { algorithm: 'RS256' });
    token = await newToken();
  });
  const newToken = async () => {
    const { body } = await askToken(app, client, { grant_type: 'client_credentials' });
    return body.access_token as string;
  };
  const publishedKeys = async () => {
    const { body } = await send(`${app.url}/.well-known/jwks.json`);
    return body.keys as Record<string, string>[];
  };

  it('RFC 9068 §2.1: are taken, beside those that an ES256 key has signed before', async () => {
    expect([decodeJwt(before).header['alg'], decodeJwt(token).header['alg']]).toEqual([
      'ES256',
      'RS256',
    ]);
    expect([await whoIs(app, before), await whoIs(app, token)]).toEqual([owner.id, owner.id]);
  });

  it('RFC 7518 §6.3.1, RFC 7638 §3: are verified by the published key, named by its thumbprint', async () => {
    const [older, key] = await publishedKeys();
    expect(Object.keys(older!).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    expect(key).toEqual({
      kty: 'RSA',
      n: expect.stringMatching(/^[\w-]{342}$/),
      e: 'AQAB',
      kid: decodeJwt(token).header['kid'],
      alg: 'RS256',
      use: 'sig',
    });
    const members = JSON.stringify({ e: key!['e'], kty: 'RSA', n: key!['n'] });
    expect(key!['kid']).toBe(createHash('sha256').update(members).digest('base64url'));
    const publicKey = createPublicKey({ key: { ...key }, format: 'jwk' });
    expect(jwt.verify(token, publicKey, { algorithms: ['RS256'] })).toMatchObject({
      sub: owner.id,
    });
  });

  it('RFC 8725 §3.1: a key takes no algorithm but its own', async () => {
    const [es256, rs256] = await listSigningKeys(app.ctx);
    const { claims } = decodeJwt(token);
    const headerOf = (alg: string, kid: string) => ({ header: { alg, typ: 'at+jwt', kid } });
    for (const algorithm of ['RS384', 'PS256'] as const)
      expect(
        await whoIs(
          app,
          jwt.sign(claims, rs256!.privateKey, { algorithm, ...headerOf(algorithm, rs256!.keyId) }),
        ),
      ).toBe(401);
    const crossed = jwt.sign(claims, es256!.privateKey, {
      algorithm: 'ES256',
      ...headerOf('ES256', rs256!.keyId),
    });
    expect(await whoIs(app, crossed)).toBe(401);
    const pem = rs256!.publicKey.export({ format: 'pem', type: 'spki' });
    for (const alg of ['HS256', 'RS256', 'ES256']) {
      const text = [headerOf(alg, rs256!.keyId).header, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      const signature = createHmac('sha256', pem).update(text).digest('base64url');
      expect(await whoIs(app, `${text}.${signature}`)).toBe(401);
    }
  });

  it('go on after the next rotation, unless it says otherwise', async () => {
    expect((await rotateSigningKey(app.ctx)).algorithm).toBe('RS256');
    expect(await whoIs(app, token)).toBe(owner.id);
    expect((await rotateSigningKey(app.ctx, { algorithm: 'ES256' })).algorithm).toBe('ES256');
    expect(await whoIs(app, await newToken())).toBe(owner.id);
  });
});
