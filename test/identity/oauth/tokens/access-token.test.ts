import { createHmac, createPublicKey, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import type { Account } from '../../../../src/identity/accounts/account';
import { deleteClient } from '../../../../src/identity/oauth/clients/client.service';
import { createPersonalAccessToken } from '../../../../src/identity/oauth/tokens/personal-token.service';
import { startApp, type TestApp } from '../../../support/app';
import {
  aClient,
  anAccount,
  askToken,
  decodeJwt,
  minutes,
  shiftClock,
  suspend,
  type TestClient,
  timeUntil,
  whoIs,
} from '../support';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('an access token', () => {
  let app: TestApp;
  let owner: Account;
  let client: TestClient;
  let good: string;
  beforeAll(async () => {
    app = await startApp();
    owner = await anAccount(app);
    client = await aClient(app, { ownerId: owner.id });
    good = await newToken();
  });
  const newToken = async (by = client) => {
    const { body } = await askToken(app, by, { grant_type: 'client_credentials' });
    return body.access_token as string;
  };
  /** Signs with the server's own key whatever is asked for. */
  const forge = (
    claims: Record<string, unknown>,
    header: Record<string, unknown> = {},
    drop: readonly string[] = [],
  ) => {
    const { keyId, privateKey } = app.ctx.tokenKeys.signing();
    const payload = { ...decodeJwt(good).claims, jti: 'f'.repeat(32), ...claims };
    for (const name of drop) Reflect.deleteProperty(payload, name);
    return jwt.sign(payload, privateKey, {
      noTimestamp: drop.includes('iat'),
      algorithm: 'ES256',
      header: { alg: 'ES256', typ: 'at+jwt', kid: keyId, ...header },
    });
  };
  const seconds = () => Math.floor(Date.now() / 1000);

  it('is taken when it is genuine, also with the type written out (RFC 9068 §4)', async () => {
    expect(await whoIs(app, good)).toBe(owner.id);
    expect(await whoIs(app, forge({}))).toBe(owner.id);
    expect(await whoIs(app, forge({}, { typ: 'application/at+jwt' }))).toBe(owner.id);
    expect(await whoIs(app, forge({}, { typ: 'AT+JWT' }))).toBe(owner.id);
  });

  it.each([
    ['JWT', 'JWT'],
    ['none', undefined],
    ['an ID token’s', 'id_token+jwt'],
    ['at+jwt with something behind', 'at+jwt; x'],
    ['a number', 7],
  ])('RFC 9068 §4: is refused with the type %s', async (_case, typ) => {
    expect(await whoIs(app, forge({}, { typ }))).toBe(401);
  });

  it.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['an issuer with a slash behind', { iss: 'SELF/' }],
    ['an issuer that begins like ours', { iss: 'SELF.evil.example' }],
    ['another audience', { aud: 'https://evil.example' }],
    ['a client as audience', { aud: 'CLIENT' }],
    ['a list of other audiences', { aud: ['https://a.example', 'https://b.example'] }],
    ['no issuer', { iss: null }],
    ['no audience', { aud: null }],
    ['no subject', { sub: null }],
    ['no client', { client_id: null }],
    ['no id', { jti: null }],
    ['no expiry', { exp: null }],
    ['no time of issue', { iat: null }],
    ['no scope', { scope: null }],
    ['a subject that is no account', { sub: '0'.repeat(32) }],
    ['a subject of the query language', { sub: { $ne: null } }],
    ['a client that there is not', { client_id: '00000000-0000-4000-8000-000000000000' }],
    ['an authorization that there is not', { grant_id: '0'.repeat(32) }],
    ['the client of personal tokens, and no such token', { client_id: 'personal-access' }],
  ])('RFC 9068 §4: is refused with %s', async (_case, change: Record<string, unknown>) => {
    const drop = Object.keys(change).filter((name) => change[name] === null);
    const claims = Object.fromEntries(
      Object.entries(change)
        .filter(([, value]) => value !== null)
        .map(([name, value]) => [
          name,
          typeof value === 'string'
            ? value.replace('SELF', app.url).replace('CLIENT', client.id)
            : value,
        ]),
    );
    expect(await whoIs(app, forge(claims, {}, drop))).toBe(401);
  });

  it('RFC 9068 §4: is refused from the second of its expiry on, also when it was seen before', async () => {
    const token = await newToken();
    expect(await whoIs(app, token)).toBe(owner.id);
    const { exp } = decodeJwt(token).claims;
    const untilExpiry = Number(exp) * 1000 - Date.now();
    expect(await shiftClock(app, untilExpiry - 5_000, () => whoIs(app, token))).toBe(owner.id);
    expect(await shiftClock(app, untilExpiry + 1_000, () => whoIs(app, token))).toBe(401);
    expect(await whoIs(app, forge({ exp: seconds() - 1 }))).toBe(401);
  });

  it('allows the clocks of gateways to differ by a minute, and no more', async () => {
    const inFuture = (offset: number) => forge({ iat: seconds() + offset, exp: seconds() + 3_600 });
    expect(await whoIs(app, inFuture(30))).toBe(owner.id);
    expect(await whoIs(app, inFuture(120))).toBe(401);
    expect(await whoIs(app, forge({ nbf: seconds() + 120 }))).toBe(401);
  });

  it('has the expiry that the response says', async () => {
    const token = await newToken();
    expect(await shiftClock(app, minutes(59), () => whoIs(app, token))).toBe(owner.id);
    expect(await shiftClock(app, minutes(61), () => whoIs(app, token))).toBe(401);
  });

  describe('RFC 8725 §2.1, §3.1: algorithm confusion', () => {
    const unsigned = (header: Record<string, unknown>) =>
      `${encode({ ...decodeJwt(good).header, ...header })}.${good.split('.')[1]!}.`;
    const publicPem = () =>
      createPublicKey(app.ctx.tokenKeys.signing().privateKey).export({
        format: 'pem',
        type: 'spki',
      });
    const hmacWith = (key: string | Buffer, alg = 'HS256') => {
      const text = `${encode({ ...decodeJwt(good).header, alg })}.${good.split('.')[1]!}`;
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
    };

    it.each(['none', 'None', 'NONE', 'nOnE', ''])('refuses the algorithm %j', async (alg) => {
      expect(await whoIs(app, unsigned({ alg }))).toBe(401);
    });

    it('refuses an HMAC made with the public key, as PEM and as DER', async () => {
      const der = app.ctx.tokenKeys.signing().publicKey.export({ format: 'der', type: 'spki' });
      expect(await whoIs(app, hmacWith(publicPem()))).toBe(401);
      expect(await whoIs(app, hmacWith(der))).toBe(401);
      expect(await whoIs(app, hmacWith(publicPem(), 'ES256'))).toBe(401);
    });

    it('refuses an HMAC made with nothing', async () => {
      expect(await whoIs(app, hmacWith(''))).toBe(401);
    });

    it('refuses a signature of zeros', async () => {
      const [header, payload] = good.split('.') as [string, string];
      const zeros = Buffer.alloc(64).toString('base64url');
      expect(await whoIs(app, `${header}.${payload}.${zeros}`)).toBe(401);
      expect(await whoIs(app, `${header}.${payload}.`)).toBe(401);
    });

    it('refuses another key, though it is named as ours or brought along', async () => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const jwk = publicKey.export({ format: 'jwk' });
      for (const more of [
        {},
        { jwk },
        { jku: 'https://evil.example/jwks' },
        { x5u: 'https://evil.example' },
      ]) {
        const text = `${encode({ ...decodeJwt(good).header, ...more })}.${good.split('.')[1]!}`;
        const signature = signBytes('sha256', Buffer.from(text), {
          key: privateKey,
          dsaEncoding: 'ieee-p1363',
        });
        expect(await whoIs(app, `${text}.${signature.toString('base64url')}`)).toBe(401);
      }
    });

    it.each(['../../etc/passwd', "' OR 1=1", '', 'x'.repeat(2_000), { $ne: null }])(
      'refuses the key id %j',
      async (kid) => {
        const text = `${encode({ ...decodeJwt(good).header, kid })}.${good.split('.')[1]!}`;
        expect(await whoIs(app, `${text}.${good.split('.')[2]!}`)).toBe(401);
      },
    );

    it('RFC 7515 §4.1.11: refuses extensions that it must understand and does not', async () => {
      expect(await whoIs(app, forge({}, { crit: ['exp'] }))).toBe(401);
      expect(await whoIs(app, forge({}, { crit: ['x'], x: 1 }))).toBe(401);
    });
  });

  it.each([
    [
      'altered claims',
      (token: string) => {
        const [header, , signature] = token.split('.') as [string, string, string];
        return `${header}.${encode({ ...decodeJwt(token).claims, scope: 'site.write' })}.${signature}`;
      },
    ],
    [
      'an altered signature',
      (token: string) => `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`,
    ],
    ['no signature', (token: string) => token.split('.').slice(0, 2).join('.')],
    ['a fourth part', (token: string) => `${token}.x`],
    ['a space within', (token: string) => token.replace('.', ' .')],
    ['padding', (token: string) => `${token}==`],
    ['no JSON in it', () => 'abc.def.ghi'],
    ['dots alone', () => '..'],
    ['claims that are a list', () => `${encode({ alg: 'ES256', typ: 'at+jwt' })}.${encode([])}.AA`],
    ['three thousand characters more', (token: string) => `${token}${'x'.repeat(3_000)}`],
    ['itself twice', (token: string) => `${token} ${token}`],
  ])('RFC 9068 §4: is refused with %s', async (_case, change) => {
    expect(await whoIs(app, change(good))).toBe(401);
    expect(await whoIs(app, good)).toBe(owner.id);
  });

  it('RFC 6585 §5: is refused unread with ten thousand characters more', async () => {
    expect(await whoIs(app, `${good}${'x'.repeat(10_000)}`)).toBe(431);
  });

  describe('that was seen before', () => {
    it('is dead at once when its client is deleted', async () => {
      const deleted = await aClient(app, { ownerId: owner.id });
      const token = await newToken(deleted);
      expect(await whoIs(app, token)).toBe(owner.id);
      await deleteClient(app.ctx, deleted.id);
      expect(await whoIs(app, token)).toBe(401);
    });

    it('is dead within 2 s when its account is suspended by somebody else', async () => {
      const suspended = await anAccount(app);
      const token = await newToken(await aClient(app, { ownerId: suspended.id }));
      expect(await whoIs(app, token)).toBe(suspended.id);
      await suspend(app, suspended);
      expect(await timeUntil(async () => (await whoIs(app, token)) === 401)).toBeLessThan(2_000);
    });

    it('shows the account as it is now: roles that were taken away are gone', async () => {
      const account = await anAccount(app);
      const { accessToken } = await createPersonalAccessToken(app.ctx, {
        accountId: account.id,
        name: 'ci',
        scopes: ['campaign.read'],
      });
      expect(await whoIs(app, accessToken)).toBe(account.id);
      const accounts = app.ctx.accounts.models[0]!.db.collection<{ _id: string }>('accounts');
      const change = { roles: ['publisher'], updatedAt: new Date() };
      await accounts.updateOne({ _id: account.id }, { $set: change });
      const rolesOf = async () => {
        const known = await app.ctx.knownTokens.get(accessToken);
        return known?.viewer.account.roles.join() ?? '';
      };
      await timeUntil(async () => (await rolesOf()) === 'publisher');
    });
  });
});
