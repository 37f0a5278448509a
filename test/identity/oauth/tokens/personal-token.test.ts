import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../src/identity/accounts/account';
import { createPersonalAccessToken } from '../../../../src/identity/oauth/tokens/personal-token.service';
import { freshDatabase } from '../../../support/database';
import { type Reply, send, startApp, type TestApp } from '../../../support/app';
import {
  anAccount,
  bearer,
  decodeJwt,
  minutes,
  openSession,
  shiftClock,
  suspend,
  timeUntil,
  whoIs,
} from '../support';

describe('/auth/personal-access-tokens', () => {
  let app: TestApp;
  let owner: Account;
  let session: string;
  let strangers: string;
  beforeAll(async () => {
    app = await startApp();
    owner = await anAccount(app);
    session = await openSession(app, owner);
    strangers = await openSession(app, await anAccount(app));
  });
  const path = () => `${app.url}/auth/personal-access-tokens`;
  const create = (json: unknown, token = session) => send(path(), { json, headers: bearer(token) });
  const list = (token = session) => send(path(), { headers: bearer(token) });
  const remove = (id: string, token = session) =>
    send(`${path()}/${id}`, { method: 'DELETE', headers: bearer(token) });
  const idsOf = ({ body }: Reply) => (body as { id: string }[]).map(({ id }) => id);

  it('reference clients §4.7: makes a token, which is shown this once', async () => {
    const reply = await create({ name: 'ci', scopes: ['campaign.read'] });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.body).toEqual({
      accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token: {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        userId: owner.id,
        clientId: 'personal-access',
        name: 'ci',
        scopes: ['campaign.read'],
        revoked: false,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
        updatedAt: reply.body.token.createdAt,
        expiresAt: expect.any(String),
        lastUsedAt: null,
        client: { id: 'personal-access', name: 'Personal access tokens' },
      },
    });
    const { db } = app.ctx.personalTokens.models[0]!;
    const stored = JSON.stringify(await db.collection('personalTokens').find().toArray());
    expect(stored).not.toContain((reply.body.accessToken as string).split('.')[2]);
    expect(JSON.stringify((await list()).body)).not.toContain(reply.body.accessToken);
  });

  it('RFC 9068 §2: the token is one like all others, and acts for its owner', async () => {
    const { body } = await create({ name: 'ci', scopes: ['site.read', 'site.write'] });
    const { claims, header } = decodeJwt(body.accessToken);
    expect(header['typ']).toBe('at+jwt');
    expect(claims).toMatchObject({
      sub: owner.id,
      jti: body.token.id,
      client_id: 'personal-access',
      scope: 'site.read site.write',
    });
    expect(await whoIs(app, body.accessToken)).toBe(owner.id);
  });

  it('contract §3: lives for a year, unless it shall live shorter', async () => {
    const year = 365 * 24 * 60 * 60;
    const { body } = await create({ name: 'long', scopes: [] });
    const { exp, iat } = decodeJwt(body.accessToken).claims;
    expect(Math.abs(Number(exp) - Number(iat) - year)).toBeLessThanOrEqual(1);
    const soon = new Date(Date.now() + minutes(60)).toISOString();
    const short = await create({ name: 'short', scopes: [], expiresAt: soon });
    const token = short.body.accessToken as string;
    expect(await shiftClock(app, minutes(58), () => whoIs(app, token))).toBe(owner.id);
    await shiftClock(app, minutes(61), async () => {
      expect(await whoIs(app, token)).toBe(401);
      expect(idsOf(await list())).not.toContain(short.body.token.id);
    });
  });

  it('contract §3: without scopes it is a token without privileges', async () => {
    const { status, body } = await create({ name: 'none' });
    expect([status, body.token.scopes, decodeJwt(body.accessToken).claims['scope']]).toEqual([
      200,
      [],
      '',
    ]);
  });

  it.each([
    ['no name', { scopes: [] }, ['name']],
    ['an empty name', { name: '', scopes: [] }, ['name']],
    ['a name of spaces', { name: '   ', scopes: [] }, ['name']],
    ['a long name', { name: 'x'.repeat(256), scopes: [] }, ['name']],
    ['a name with a line break', { name: 'a\nb', scopes: [] }, ['name']],
    ['a number as name', { name: 1, scopes: [] }, ['name']],
    ['an unknown scope', { name: 'ci', scopes: ['campaign.read', 'nonsense'] }, ['scopes.1']],
    ['all scopes', { name: 'ci', scopes: ['*'] }, ['scopes.0']],
    ['an expiry in the past', { name: 'ci', expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt']],
    ['an expiry in ten years', { name: 'ci', expiresAt: '2040-01-01T00:00:00Z' }, ['expiresAt']],
    ['an expiry that is no time', { name: 'ci', expiresAt: 'tomorrow' }, ['expiresAt']],
    ['one that is none in snake_case', { name: 'ci', expires_at: 'tomorrow' }, ['expires_at']],
    ['no object', [], ['body']],
    ['two mistakes', { name: '', scopes: ['nonsense'] }, ['name', 'scopes.0']],
  ])('answers 422 to %s', async (_case, json, fields) => {
    const { status, body } = await create(json);
    expect([status, Object.keys(body.errors)]).toEqual([422, fields]);
  });

  it('lists what is there, oldest first, for its owner alone', async () => {
    const account = await anAccount(app);
    const token = await openSession(app, account);
    const made = [];
    for (const name of ['a', 'b', 'c'])
      made.push((await create({ name, scopes: [] }, token)).body.token.id as string);
    expect(idsOf(await list(token))).toEqual(made);
    expect(idsOf(await list(strangers))).toEqual([]);
  });

  it('a deleted token is dead at once, and in no list', async () => {
    const { body } = await create({ name: 'ci', scopes: [] });
    expect(await whoIs(app, body.accessToken)).toBe(owner.id);
    expect((await remove(body.token.id)).status).toBe(204);
    expect(await whoIs(app, body.accessToken)).toBe(401);
    expect(idsOf(await list())).not.toContain(body.token.id);
    expect((await remove(body.token.id)).status).toBe(404);
  });

  it('answers 404, not 403, to who deletes somebody else’s', async () => {
    const { body } = await create({ name: 'ci', scopes: [] });
    expect((await remove(body.token.id, strangers)).status).toBe(404);
    expect((await remove('nonsense')).status).toBe(404);
    expect(await whoIs(app, body.accessToken)).toBe(owner.id);
  });

  it('cannot be used to make more tokens', async () => {
    const { body } = await create({ name: 'ci', scopes: ['campaign.write'] });
    expect((await create({ name: 'more', scopes: [] }, body.accessToken)).status).toBe(401);
    expect((await list(body.accessToken)).status).toBe(401);
    expect((await remove(body.token.id, body.accessToken)).status).toBe(401);
    const query = '{ personalAccessTokens { id } }';
    const reply = await send(`${app.url}/graphql`, {
      json: { query },
      headers: bearer(body.accessToken),
    });
    expect(reply.body.errors[0].extensions.code).toBe('FORBIDDEN');
  });

  it('says when a token was last used', async () => {
    const { body } = await create({ name: 'ci', scopes: [] });
    await whoIs(app, body.accessToken);
    const tokens = (await list()).body as { id: string; lastUsedAt: string | null }[];
    const { lastUsedAt } = tokens.find(({ id }) => id === body.token.id)!;
    expect(Math.abs(Date.parse(lastUsedAt!) - Date.now())).toBeLessThan(minutes(1));
  });

  it('answers 409 to the hundred and first', async () => {
    const account = await anAccount(app);
    for (let count = 0; count < 100; count += 1)
      await createPersonalAccessToken(app.ctx, { accountId: account.id, name: 'x', scopes: [] });
    const reply = await create({ name: 'x' }, await openSession(app, account));
    expect(reply.status).toBe(409);
  });

  it('an account has a hundred at most, however many are made at once', async () => {
    const account = await anAccount(app);
    const token = await openSession(app, account);
    const replies = await Promise.all(
      Array.from({ length: 130 }, () => create({ name: 'x' }, token)),
    );
    const made = replies.filter(({ status }) => status === 200).length;
    const others = replies.filter(({ status }) => status !== 200 && status !== 409);
    expect(others.map(({ status, body }) => [status, body])).toEqual([]);
    expect(made).toBe(100);
    expect(idsOf(await list(token))).toHaveLength(made);
  });

  it('GET /auth/scopes says what there is to choose from', async () => {
    const { status, body } = await send(`${app.url}/auth/scopes`, { headers: bearer(session) });
    expect([status, body[0]]).toEqual([
      200,
      { id: 'campaign.read', description: 'See your campaigns and creatives' },
    ]);
    expect((await send(`${app.url}/auth/scopes`)).status).toBe(401);
  });
});

describe('tokens on other processes', () => {
  const env = { ADGATE_PUBLIC_URL: 'https://ads.example' };

  it('contract §3: a token that is revoked, or whose account is suspended, is dead within 2 s', async () => {
    const mongodbUri = await freshDatabase();
    const [one, other] = [await startApp({ mongodbUri, env }), await startApp({ mongodbUri, env })];
    const account = await anAccount(one);
    const made = await Promise.all(
      ['a', 'b'].map((name) =>
        createPersonalAccessToken(one.ctx, { accountId: account.id, name, scopes: [] }),
      ),
    );
    const [first, second] = made.map(({ accessToken }) => accessToken) as [string, string];
    expect([await whoIs(other, first), await whoIs(other, second)]).toEqual([
      account.id,
      account.id,
    ]);

    await send(`${one.url}/auth/personal-access-tokens/${made[0]!.token.id}`, {
      method: 'DELETE',
      headers: bearer(await openSession(one, account)),
    });
    expect(await timeUntil(async () => (await whoIs(other, first)) === 401)).toBeLessThan(2_000);
    expect(await whoIs(other, second)).toBe(account.id);

    await suspend(one, account);
    expect(await timeUntil(async () => (await whoIs(other, second)) === 401)).toBeLessThan(2_000);
  });
});
