import { createSecretKey } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { suspendAccount } from '../../../../src/identity/accounts/account-management.service';
import {
  deleteClient,
  rotateClientSecret,
} from '../../../../src/identity/oauth/clients/client.service';
import { revokeTokenById } from '../../../../src/identity/oauth/tokens/revoke';
import { type Reply, send, startApp, type TestApp } from '../../../support/app';
import { freshDatabase } from '../../../support/database';
import { undisturbedMsOf } from '../../../support/undisturbed';
import {
  aClient,
  anAccount,
  askAuthorization,
  askToken,
  bearer,
  decodeJwt,
  getCode,
  getTokens,
  openSession,
  postForm,
  redeem,
  refresh,
  requestOf,
  type TestClient,
  timeUntil,
  whoIs,
} from '../support';

const clientCredentials = { grant_type: 'client_credentials' };

describe('two gateways of one database', () => {
  let one: TestApp;
  let other: TestApp;
  let client: TestClient;
  let ownerId: string;
  beforeAll(async () => {
    const mongodbUri = await freshDatabase();
    const env = { ADGATE_PUBLIC_URL: 'https://ads.example' };
    one = await startApp({ mongodbUri, env });
    other = await startApp({ mongodbUri, env });
    ownerId = (await anAccount(one)).id;
    client = await aClient(one, { ownerId });
  });

  const aPerson = async () => {
    const account = await anAccount(one);
    return { account, session: await openSession(one, account) };
  };
  /** Asks both, in turn, all at once. */
  const askBoth = (times: number, ask: (app: TestApp) => Promise<Reply>) =>
    Promise.all(Array.from({ length: times }, (_, at) => ask(at % 2 === 0 ? one : other)));
  const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status).sort();

  it('give one successor to twenty uses of a refresh token, whichever key each has first', async () => {
    const { session } = await aPerson();
    const { refresh: token } = await getTokens(one, session, client);
    const keys = [
      ...one.ctx.refreshTokenKeys,
      { keyId: 2, secret: createSecretKey(Buffer.alloc(32, 7)) },
    ];
    Object.assign(one.ctx, { refreshTokenKeys: keys });
    Object.assign(other.ctx, { refreshTokenKeys: keys.toReversed() });
    const replies = await askBoth(20, (app) => refresh(app, client, token));
    expect(statuses(replies)).toEqual(Array<number>(20).fill(200));
    expect(new Set(replies.map(({ body }) => body.refresh_token as string)).size).toBe(1);
  });

  it('RFC 6749 §10.5: give one answer to forty redemptions of a code, which the others end', async () => {
    const { session } = await aPerson();
    const code = await getCode(one, session, client);
    const replies = await askBoth(40, (app) => redeem(app, client, code));
    expect(statuses(replies)).toEqual([200, ...Array<number>(39).fill(400)]);
    const { access_token: access, refresh_token: token } = replies.find(
      ({ status }) => status === 200,
    )!.body as Record<string, string>;
    expect(await timeUntil(async () => (await whoIs(one, access!)) === 401)).toBeLessThan(2_000);
    expect(await timeUntil(async () => (await whoIs(other, access!)) === 401)).toBeLessThan(2_000);
    expect((await refresh(other, client, token!)).body.error).toBe('invalid_grant');
  });

  it('RFC 9700 §4.14.2: keep one line of refresh tokens, whoever is asked', async () => {
    const { account, session } = await aPerson();
    const tokens = await getTokens(one, session, client);
    const replies = await askBoth(40, (app) => refresh(app, client, tokens.refresh));
    expect(statuses(replies)).toEqual(Array<number>(40).fill(200));
    expect(new Set(replies.map(({ body }) => body.refresh_token as string)).size).toBe(1);
    const last = await refresh(other, client, replies[0]!.body.refresh_token as string);
    expect(await whoIs(one, last.body.access_token as string)).toBe(account.id);
  });

  it('RFC 7009 §2.1: no refresh that races with a revocation outlives it', async () => {
    const { session } = await aPerson();
    const tokens = await getTokens(one, session, client);
    const [revoked, ...raced] = await Promise.all([
      postForm(one, '/oauth/revoke', client, { token: tokens.refresh }),
      ...Array.from({ length: 10 }, () => refresh(other, client, tokens.refresh)),
    ]);
    expect(revoked.status).toBe(200);
    const access = [tokens.access, ...raced.map(({ body }) => body.access_token as string)];
    for (const token of access.filter((text) => text))
      for (const app of [one, other])
        expect(await timeUntil(async () => (await whoIs(app, token)) === 401)).toBeLessThan(2_000);
    const next = raced.map(({ body }) => body.refresh_token as string).filter((text) => text);
    for (const token of [tokens.refresh, ...next])
      expect((await refresh(other, client, token)).body.error).toBe('invalid_grant');
  });

  it('contract §3: a suspended account gets nothing anywhere within 2 s', async () => {
    const { account, session } = await aPerson();
    const tokens = await getTokens(one, session, client);
    const code = await getCode(one, session, client);
    const active = () => postForm(other, '/oauth/introspect', client, { token: tokens.access });
    const api = () => send(`${other.url}/api/v2/campaigns`, { headers: bearer(tokens.access) });
    expect([(await api()).status, (await active()).body.active]).toEqual([200, true]);
    expect(await whoIs(other, session)).toBe(account.id);
    await suspendAccount(one.ctx, { id: account.id, reason: 'fraud' });
    const ms = await undisturbedMsOf(async () => {
      await timeUntil(async () => (await api()).status === 401);
      await timeUntil(async () => (await whoIs(other, session)) === 401);
      await timeUntil(async () => !(await active()).body.active);
      await timeUntil(async () => (await refresh(other, client, tokens.refresh)).status === 400);
      expect((await redeem(other, client, code)).body.error).toBe('invalid_grant');
      expect((await askAuthorization(other, session, requestOf(client))).status).toBe(401);
    });
    expect(ms).toBeLessThan(2_000);
  });

  it('contract §3: old secrets, deleted clients and ended tokens are dead everywhere within 2 s', async () => {
    const mine = await aClient(one, { ownerId });
    const tokenOf = async (its: TestClient) =>
      (await askToken(other, its, clientCredentials)).body.access_token as string;
    const isDead = async (token: string) => (await whoIs(other, token)) === 401;
    const [first, second] = [await tokenOf(mine), await tokenOf(mine)];
    expect([await isDead(first), await isDead(second)]).toEqual([false, false]);
    await revokeTokenById(one.ctx, String(decodeJwt(first).claims['jti']));
    expect(await timeUntil(() => isDead(first))).toBeLessThan(2_000);
    expect(await isDead(second)).toBe(false);

    const secret = await rotateClientSecret(one.ctx, mine.id);
    const isRefused = async () => (await askToken(other, mine, clientCredentials)).status === 401;
    expect(await timeUntil(isRefused)).toBeLessThan(2_000);
    const third = await tokenOf({ ...mine, secret });
    expect(await isDead(third)).toBe(false);
    await deleteClient(one.ctx, mine.id);
    expect(await timeUntil(() => isDead(third))).toBeLessThan(2_000);
    expect((await askToken(other, { ...mine, secret }, clientCredentials)).status).toBe(401);
  });
});
