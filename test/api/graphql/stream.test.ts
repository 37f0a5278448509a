import { beforeAll, describe, expect, it } from '@jest/globals';
import { deleteCampaign, updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import {
  resumeAccount,
  setRoles,
  suspendAccount,
} from '../../../src/identity/accounts/account-management.service';
import { revokeTokenById } from '../../../src/identity/oauth/tokens/revoke';
import { setRate } from '../../../src/money/rates/rate.service';
import { insertAccount, openSession } from '../../support/access-world';
import { accessToken, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';
import { anId } from '../../support/events';
import { type StreamRequest, openEventStream } from '../../support/event-stream';
import { tellVerdicts } from '../../support/verdicts';
import { aCreative } from '../../support/creatives';
import { aRunningCampaign, aSite } from '../../support/verifier';
import { freshDatabase } from '../../support/database';

let app: TestApp;
let other: TestApp;
let token: string;
let ids: { advertiserId: string; publisherId: string };
const [campaignId, creativeId, siteId] = [anId(), anId(), anId()];
const foreignId = anId();

const from = () => new Date(Date.now() - 60 * 60 * 1000).toISOString();
const figures = (selection = 'revision figures { views validViews cost revenue }') =>
  `subscription ($from: DateTime!) { campaignFigures(campaignId: "${campaignId}", from: $from) { ${selection} } }`;
const serving = `subscription { campaignServing(campaignId: "${campaignId}") { status suspendedReason hindrances } }`;

const open = (request: StreamRequest, at = app) =>
  openEventStream(at.url, { token, variables: { from: from() }, ...request });
const codeOf = (data: { errors?: readonly { extensions: { code: string } }[] }) =>
  data.errors?.[0]?.extensions.code;

const account = async () => (await app.ctx.accounts.findLogin('a@test.example'))!.account;
const edit = (changes: Parameters<typeof updateCampaign>[1]['changes']) =>
  updateCampaign(other.ctx, { advertiserId: ids.advertiserId, id: campaignId, changes });

/** A view that is judged, by the gateway `at`. */
const view = (at = app) =>
  tellVerdicts(at.ctx, [{ ...ids, siteId, campaignId, creativeId, occurredAt: new Date() }]);

beforeAll(async () => {
  const mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri, env: { ADGATE_MAX_ACCOUNT_STREAMS: '3' } });
  other = await startApp({ mongodbUri });
  token = await accessToken(app, {
    scopes: ['statistics.read', 'campaign.read'],
    email: 'a@test.example',
  });
  const { id } = (await app.ctx.accounts.findLogin('a@test.example'))!.account;
  ids = { advertiserId: id, publisherId: id };
  const { advertiserId } = ids;
  await app.ctx.campaigns.insert(aRunningCampaign({ id: campaignId, advertiserId }), 9);
  await app.ctx.campaigns.insert(aRunningCampaign({ id: foreignId, advertiserId: anId() }), 9);
  await app.ctx.creatives.insert(
    [aCreative({ id: creativeId, campaignId, advertiserId })],
    anId(),
    new Date(),
  );
  await app.ctx.sites.insertOrFind(aSite({ id: siteId, publisherId: id }));
});

describe('/graphql/stream', () => {
  it('tells figures at once, then what a view at another gateway has made of them', async () => {
    const stream = await open({ query: figures() });
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const first = await stream.next();
    expect(first).toMatchObject({ event: 'next', id: first!.data.data.campaignFigures.revision });
    expect(first!.data.data.campaignFigures.figures.views).toBe(0);
    await view(other);
    const { figures: now } = (await stream.next())!.data.data.campaignFigures;
    expect(now).toEqual({ views: 1, validViews: 1, cost: '0.01', revenue: null });
    stream.close();
  });

  it('tells a publisher the revenue of a site', async () => {
    const query = `subscription ($from: DateTime!) { siteFigures(siteId: "${siteId}", from: $from) { figures { views revenue cost } } }`;
    const stream = await open({ query, method: 'GET' });
    const before = (await stream.next())!.data.data.siteFigures.figures;
    await view();
    const after = (await stream.next())!.data.data.siteFigures.figures;
    expect(after).toMatchObject({ views: Number(before.views) + 1, cost: null });
    expect(Number(after.revenue)).toBeGreaterThan(Number(before.revenue));
    stream.close();
  });

  it('goes on behind the last event that a client has seen', async () => {
    const stream = await open({ query: figures() });
    const { id, data } = (await stream.next())!;
    stream.close();
    const resumed = await open({ query: figures(), headers: { 'Last-Event-ID': id! } });
    await view();
    const { figures: next } = (await resumed.next())!.data.data.campaignFigures;
    expect(next.views).toBe(Number(data.data.campaignFigures.figures.views) + 1);
    resumed.close();
  });

  it('tells why a campaign is not shown, and when it is again', async () => {
    const stream = await open({ query: serving });
    const next = async () => (await stream.next())!.data.data.campaignServing;
    const fine = { status: 'active', suspendedReason: null, hindrances: [] };
    expect(await next()).toEqual({ ...fine, hindrances: ['no_exchange_rate'] });
    await setRate(other.ctx, { rate: 50_000_000_000n });
    expect(await next()).toEqual(fine);
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    await edit({ endsAt: inMinutes(10) });
    app.clock.now = () => inMinutes(20);
    expect(await next()).toEqual({ ...fine, hindrances: ['ended'] });
    app.clock.now = () => new Date();
    await edit({ endsAt: null, status: 'inactive' });
    expect(await next()).toEqual({
      status: 'inactive',
      suspendedReason: null,
      hindrances: ['not_active'],
    });
    await edit({ status: 'active' });
    expect(await next()).toEqual(fine);
    stream.close();
  });

  it('answers each field also after its account has changed', async () => {
    const query = `subscription { campaignServing(campaignId: "${campaignId}") { suspendedReason rejectingPublishers } }`;
    const owner = await account();
    const { id, roles } = owner;
    const acting = await openSession(app, await insertAccount(app, ['operator']));
    await sendGraphql(
      app,
      acting,
      `mutation { actForAccount(id: "${id}", reason: "asked us") { id } }`,
    );
    const witness = await open({ query, token: acting });
    await witness.next();
    const stream = await open({ query, token: await openSession(app, owner) });
    await stream.next();
    await setRoles(app.ctx, { id, roles: [...roles, 'operator'] });
    // Nobody acts for an operator: the look at all streams that finds the account changed ends this one.
    await witness.rest();
    await edit({ status: 'inactive' });
    expect((await stream.next())!.data).toEqual({
      data: { campaignServing: { suspendedReason: null, rejectingPublishers: 0 } },
    });
    stream.close();
    await edit({ status: 'active' });
    await setRoles(app.ctx, { id, roles });
  });

  it('ends with an error when the campaign is deleted', async () => {
    const id = anId();
    await app.ctx.campaigns.insert(aRunningCampaign({ id, advertiserId: ids.advertiserId }), 9);
    const stream = await open({
      query: `subscription { campaignServing(campaignId: "${id}") { status } }`,
    });
    await stream.next();
    await deleteCampaign(other.ctx, { advertiserId: ids.advertiserId, id });
    const [last, complete] = await stream.rest();
    expect([codeOf(last!.data), complete!.event]).toEqual(['NOT_FOUND', 'complete']);
  });

  it.each([
    ['a foreign campaign', figures().replaceAll(campaignId, foreignId), 'NOT_FOUND'],
    ['a campaign that there is not', figures().replaceAll(campaignId, anId()), 'NOT_FOUND'],
    ['an unknown field', figures('nothing'), 'GRAPHQL_VALIDATION_FAILED'],
    ['no document', 'subscription {', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'two fields',
      `subscription { a: ${serving.slice(15, -2)} b: ${serving.slice(15)}`,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'a field that is left out',
      serving.replace(' { status', ' @skip(if: true) { status'),
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'a field behind one that is left out',
      `subscription { ...F } fragment F on Subscription { a: ${serving.slice(15, -2).replace(' {', ' @skip(if: true) {')} b: ${serving.slice(15)}`,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'a deep selection',
      `subscription { ${'a { '.repeat(9)} a ${' }'.repeat(10)}`,
      'GRAPHQL_VALIDATION_FAILED',
    ],
  ])('tells %s by an event, and that it is over', async (_what, query, code) => {
    const [first, complete, ...more] = await (await open({ query })).rest();
    expect([codeOf(first!.data), complete!.event, more]).toEqual([code, 'complete', []]);
  });

  it.each([
    ['to come', () => new Date(Date.now() + 60_000)],
    ['too long ago', () => new Date(Date.now() - 32 * 24 * 60 * 60 * 1000)],
  ])('refuses figures since a time %s', async (_when, since) => {
    const stream = await open({ query: figures(), variables: { from: since().toISOString() } });
    const [first] = await stream.rest();
    expect(codeOf(first!.data)).toBe('VALIDATION_FAILED');
  });

  it('refuses a time that is none as the client’s mistake', async () => {
    const stream = await open({ query: figures(), variables: { from: 'yesterday' } });
    const [first] = await stream.rest();
    expect(codeOf(first!.data)).toBe('BAD_USER_INPUT');
  });

  it.each([
    ['no operation', { body: '{}' }, 400],
    ['what is no JSON', { body: 'query=x', headers: { 'Content-Type': 'text/plain' } }, 415],
    ['who wants no stream', { headers: { Accept: 'application/json' } }, 400],
    ['another method', { method: 'PUT' }, 405],
  ])('answers %s with a status', async (_what, init, status) => {
    const headers = { 'Content-Type': 'application/json', Accept: 'text/event-stream' };
    const answer = await fetch(`${app.url}/graphql/stream`, {
      ...{ method: 'POST', body: JSON.stringify({ query: serving }) },
      ...init,
      headers: { ...headers, ...('headers' in init && init.headers) },
    });
    expect(answer.status).toBe(status);
  });

  it('answers queries, too, and by POST mutations', async () => {
    const [query, complete] = await (
      await open({ query: '{ viewer { email } }', method: 'GET' })
    ).rest();
    expect(query!.data).toEqual({ data: { viewer: { email: 'a@test.example' } } });
    expect(complete!.event).toBe('complete');
    const mutation = 'mutation { logOut }';
    const [byPost] = await (await open({ query: mutation })).rest();
    expect(byPost!.data.data).toEqual({ logOut: true });
    const [byGet] = await (await open({ query: mutation, method: 'GET' })).rest();
    expect(codeOf(byGet!.data)).toBe('BAD_REQUEST');
  });

  it('takes the cookie of a browser from our own pages alone', async () => {
    const cookie = `adgate-session=${await openSession(app, await account(), undefined, 'browser')}`;
    const askFrom = async (site: string) => {
      const headers = { Cookie: cookie, 'Sec-Fetch-Site': site };
      const stream = await open({ query: serving, method: 'GET', token: null, headers });
      const { data } = (await stream.next())!;
      stream.close();
      return codeOf(data) ?? 'data';
    };
    expect([await askFrom('same-origin'), await askFrom('cross-site')]).toEqual([
      'data',
      'UNAUTHENTICATED',
    ]);
  });

  it('says at /graphql where subscriptions are', async () => {
    const { body } = await sendGraphql(app, null, serving);
    expect(body.errors[0].message).toContain('/graphql/stream');
  });

  it('gives an account so many streams, and room again when one is closed', async () => {
    const streams = [];
    for (let nth = 0; nth < 3; nth += 1) streams.push(await open({ query: serving }));
    const [refused] = await (await open({ query: serving })).rest();
    expect(codeOf(refused!.data)).toBe('TOO_MANY_REQUESTS');
    streams[0]!.close();
    await eventually(async () => {
      const again = await open({ query: serving });
      const { data } = (await again.next())!;
      again.close();
      expect(codeOf(data)).toBeUndefined();
    }, 20_000);
    for (const stream of streams) stream.close();
  });
});

describe('a stream whose caller', () => {
  const ended = async (stream: Awaited<ReturnType<typeof open>>) => {
    const [last, complete] = (await stream.rest()).slice(-2);
    expect([codeOf(last!.data), complete!.event]).toEqual(['UNAUTHENTICATED', 'complete']);
  };

  /** A campaign of an account of its own. */
  async function openOwn(email: string) {
    const own = await accessToken(app, { scopes: ['campaign.read'], email });
    const { id } = (await app.ctx.accounts.findLogin(email))!.account;
    const owned = anId();
    await app.ctx.campaigns.insert(aRunningCampaign({ id: owned, advertiserId: id }), 9);
    return { id, token: own, query: serving.replace(campaignId, owned) };
  }

  it('logs out ends', async () => {
    const session = await openSession(app, await account());
    const stream = await open({ query: serving, token: session });
    await stream.next();
    await send(`${other.url}/auth/logout`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${session}` },
    });
    await ended(stream);
  });

  it('gives the token back ends', async () => {
    const own = await accessToken(app, { scopes: ['campaign.read'], email: 'a@test.example' });
    const stream = await open({ query: serving, token: own });
    await stream.next();
    const { jti } = JSON.parse(Buffer.from(own.split('.')[1]!, 'base64url').toString());
    await revokeTokenById(other.ctx, jti as string);
    await ended(stream);
  });

  it('loses the role ends', async () => {
    const { id, query, token: own } = await openOwn('c@test.example');
    const stream = await open({ query, token: own });
    await stream.next();
    await setRoles(other.ctx, { id, roles: ['publisher'] });
    const [last] = (await stream.rest()).slice(-2);
    expect(codeOf(last!.data)).toBe('FORBIDDEN');
  });

  it('has a token that expires ends', async () => {
    const { query, token: own } = await openOwn('d@test.example');
    const stream = await open({ query, token: own });
    await stream.next();
    const later = Date.now() + 2 * 60 * 60 * 1000;
    app.clock.now = () => new Date(later);
    await ended(stream);
    app.clock.now = () => new Date();
  });

  it('is suspended ends', async () => {
    const stream = await open({ query: serving });
    await stream.next();
    const { id } = await account();
    await suspendAccount(other.ctx, { id, reason: 'it looks wrong' });
    await ended(stream);
    await resumeAccount(other.ctx, id);
  });
});

it('ends without a word when the gateway stops, so that clients connect elsewhere', async () => {
  const stream = await open(
    { query: serving, token: await openSession(other, await account()) },
    other,
  );
  await stream.next();
  await other.close();
  expect(await stream.rest()).toEqual([]);
});
