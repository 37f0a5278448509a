import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Creative } from '../../../src/demand/creatives/creative.resource';
import { updateCreative } from '../../../src/demand/creatives/creative.service';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import type { AdEvent } from '../../../src/market/events/event';
import { caseOf, peerOfferIdOf } from '../../../src/market/events/peer-case';
import { allowPeer, denyPeer } from '../../../src/peers/directory/peer-word.service';
import { peerAccountIdOf } from '../../../src/peers/directory/peer-account.service';
import { startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { anId } from '../../support/events';
import { aPeer } from '../../support/peer-access';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const address = '0001-00000005-CBCA';
const pid = '2f0d0000000040008000000000000001';
const base64 = (text: string) => Buffer.from(text).toString('base64url');
const contextOf = (url: string) => base64(JSON.stringify({ page: { url, zone: pid } }));
const newsContext = contextOf('https://www.news.example/a');

let app: TestApp;
let campaign: Campaign;
let creative: Creative;
let other: Creative;
beforeAll(async () => {
  app = await startApp({
    env: {
      ...{ ADGATE_PEERS: 'approve', ADGATE_COUNTRY_HEADER: 'x-country' },
      ADGATE_TRUSTED_PROXIES: '127.0.0.1,::1',
    },
  });
  const { ctx } = app;
  await ctx.inTransaction((session) => ctx.peers.insert(aPeer({ address }), session));
  await allowPeer(ctx, { address, oursThere: true, theirsHere: false });
  await ctx.peerDirectory.load();
  const made = await createActiveCampaign(ctx, {
    campaign: { landingUrl: 'https://shop.example/?p={pid}&h={sid}', maxCpc: usd('0.5') },
    sizes: ['300x250', '728x90'],
  });
  campaign = made.campaign;
  const [first, second] = made.creatives;
  if (!first || !second) throw new Error('there is no creative');
  creative = first;
  other = second;
});

interface Asked {
  readonly kind?: 'view' | 'click';
  readonly creativeId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

const usual = () => ({ cid: caseOf(anId()), pto: address, pid, ctx: newsContext });

function ask(query: Readonly<Record<string, string>> | string, asked: Asked = {}) {
  const { kind = 'view', creativeId = creative.id, headers = {}, method = 'GET' } = asked;
  const text = typeof query === 'string' ? query : new URLSearchParams(query).toString();
  return fetch(`${app.url}/peer/${kind}/${creativeId}?${text}`, {
    method,
    redirect: 'manual',
    headers: { 'User-Agent': firefox, Accept: 'application/json', ...headers },
  });
}

/** The event of a kind that a case has; null: none. */
async function stored(
  cid: string,
  kind = 'impression',
  { id: creativeId }: Creative = creative,
): Promise<AdEvent | null> {
  const offerId = peerOfferIdOf({ address, caseId: caseOf(cid), creativeId });
  const [event] = await app.ctx.events.listByIds([`${kind}:${offerId}`]);
  return event ?? null;
}

describe('a view on another server’s site', () => {
  it('is stored with its server, before the answer', async () => {
    const told = usual();
    const answer = await ask(told, { headers: { Origin: 'null' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('null');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [page] = ((await answer.json()) as { readonly context: readonly string[] }).context;
    expect(page).toMatch(/\/peer\/context\/[\w-]{52}$/);
    const event = await stored(told.cid);
    expect(event).toMatchObject({
      ...{ kind: 'impression', caseId: told.cid, creativeId: creative.id, campaignId: campaign.id },
      publisherId: peerAccountIdOf(address),
      price: usd('0.002'),
      invalidTraffic: null,
      peer: { address, cid: told.cid, publisher: pid, isShown: true, unmet: null, needsPage: true },
    });
    expect(event?.peer).not.toHaveProperty('host');
    expect(event?.offeredAt).toEqual(event?.occurredAt);
    expect(await app.ctx.sites.findById(event?.siteId ?? '')).toMatchObject({
      ...{ host: 'news.example', publisherId: peerAccountIdOf(address), status: 'active' },
    });
  });

  it('counts once for a case, whatever its last byte is', async () => {
    const told = usual();
    await ask(told);
    await ask({ ...told, cid: `${told.cid.slice(0, 30)}02` });
    const events = app.ctx.events.models[0]?.find({ caseId: told.cid });
    expect(await events?.lean()).toHaveLength(1);
    expect((await stored(told.cid))?.peer?.cid).toBe(told.cid);
  });

  it('counts for each creative of a case', async () => {
    const told = usual();
    await ask(told);
    await ask(told, { creativeId: other.id });
    const [one, another] = [await stored(told.cid), await stored(told.cid, 'impression', other)];
    expect([one?.creativeId, another?.creativeId]).toEqual([creative.id, other.id]);
    expect([one?.peer?.cid, another?.peer?.cid]).toEqual([told.cid, told.cid]);
    expect(one?.offerId).not.toBe(another?.offerId);
  });

  it('is a gif for simple clients, and a page with a frame for frames', async () => {
    const gif = await ask({ ...usual(), simple: '1' });
    expect(gif.headers.get('content-type')).toBe('image/gif');
    const page = await ask(usual(), { headers: { Accept: 'text/html,*/*' } });
    expect(await page.text()).toMatch(/<iframe src="[^"]+\/peer\/context\/[\w-]{52}"/);
  });

  it('takes the last of repeated members, and the host that the browser names where none is told', async () => {
    const told = usual();
    const text = new URLSearchParams({ ...told, ctx: '' }).toString();
    const answer = await ask(`cid=x&pto=&${text}&unknown=1`, {
      headers: { Referer: 'https://paper.example/' },
    });
    expect(answer.status).toBe(200);
    const site = await app.ctx.sites.findById((await stored(told.cid))?.siteId ?? '');
    expect(site?.host).toBe('paper.example');
  });

  it.each([
    ['no cid', { cid: '' }],
    ['a cid that is no UUID', { cid: 'x'.repeat(32) }],
    ['an escape that is none', { cid: '%ZZ' }],
    ['a cid of 7 KB', { cid: 'a'.repeat(7_000) }],
  ])('is 400 with %s', async (_what, changes) => {
    expect((await ask({ ...usual(), ...changes })).status).toBe(400);
  });

  it.each([
    ['an empty publisher', 'pid='],
    ['a publisher of 7 KB', `pid=${'p'.repeat(7_000)}`],
    ['a publisher of bytes that are no text', 'pid=%FF%FE%00'],
    ['a publisher in Latin 1', 'pid=caf%E9'],
    ['half a pair', 'pid=%ED%A0%80'],
    ['escapes that are none', 'pid=%ZZ%'],
    ['another member of 7 KB', `unknown=${'x'.repeat(7_000)}`],
    ['a hundred members', Array.from({ length: 100 }, (_, at) => `m${at}[a]=1`).join('&')],
  ])('is stored with %s, cut to 64 characters', async (_what, query) => {
    const told = usual();
    const answer = await ask(`${new URLSearchParams(told).toString()}&${query}`);
    expect(answer.status).toBe(200);
    const event = await stored(told.cid);
    expect(event?.peer?.publisher.length).toBeLessThanOrEqual(64);
    expect((await app.ctx.sites.findById(event?.siteId ?? ''))?.host).toBe('news.example');
  });

  it.each(['cid', 'pto', 'pid', 'ctx', 'unknown'])('is 414 with a %s of 8 KB', async (name) => {
    expect((await ask({ ...usual(), [name]: 'a'.repeat(8_192) })).status).toBe(414);
  });

  it('is 431 with a ctx of 10,000 levels, which no server reads', async () => {
    const ctx = base64('['.repeat(10_000) + ']'.repeat(10_000));
    expect((await ask({ ...usual(), ctx })).status).toBe(431);
  });

  it.each([
    ['nothing', ''],
    ['7 KB', 'x'.repeat(7_000)],
    ['a text', base64('"page"')],
    ['a number', base64('7')],
    ['null', base64('null')],
    ['a list', base64('[1]')],
    ['UTF-16', Buffer.from('{"page":{"url":"https://a.example/"}}', 'utf16le').toString('base64')],
    ['half of 5,000 levels', base64('['.repeat(5_000))],
    ['1,500 levels', base64('['.repeat(1_500) + ']'.repeat(1_500))],
    ['a broken line of an older server', base64('url\n0')],
  ])('is stored without a host where ctx is %s', async (_what, ctx) => {
    const told = { ...usual(), ctx };
    expect((await ask(told)).status).toBe(200);
    const site = await app.ctx.sites.findById((await stored(told.cid))?.siteId ?? '');
    expect(site?.host).toBe('rest.invalid');
  });

  it('is stored with the host of an older server’s lines', async () => {
    const told = { ...usual(), ctx: base64(`zone\turl\n0\t${pid}\r1\thttps://old.example/a`) };
    await ask(told);
    const site = await app.ctx.sites.findById((await stored(told.cid))?.siteId ?? '');
    expect(site?.host).toBe('old.example');
  });

  it.each(['cid', 'pto', 'pid', 'ctx'])('is 400 without %s', async (name) => {
    const told = Object.entries(usual()).filter(([other]) => other !== name);
    const answer = await ask(Object.fromEntries(told));
    expect(answer.status).toBe(400);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each(['x', anId(), '..%2F..'])('is 404 for the creative %s', async (creativeId) => {
    expect((await ask(usual(), { creativeId })).status).toBe(404);
  });

  it('is answered alike and stored nowhere in the name of anybody else', async () => {
    const before = app.ctx.peerEventCounts.notAllowed;
    const others = ['', app.ctx.config.ledgerAddress, '0001-00000004-DBEB', 'x'.repeat(4_000)];
    for (const pto of others) expect((await ask({ ...usual(), pto })).status).toBe(200);
    expect(app.ctx.peerEventCounts.notAllowed).toBe(before + others.length);
  });

  it('is stored as what it is: of a program, or not what the campaign wants', async () => {
    const told = usual();
    await ask(told, { headers: { 'User-Agent': 'curl/8.0' } });
    expect(await stored(told.cid)).toBeNull();
    const { advertiserId, id } = campaign;
    const targeting = {
      requires: { site: { domain: ['news.example'] }, user: { country: ['de'] } },
      excludes: { user: { language: ['fr'] } },
    };
    await updateCampaign(app.ctx, { advertiserId, id, changes: { targeting } });
    const unmetOf = async (ctx: string, headers: Asked['headers']) => {
      const one = { ...usual(), ctx };
      await ask(one, { headers: { 'X-Country': 'DE', ...headers } });
      return (await stored(one.cid))?.peer?.unmet;
    };
    expect(await unmetOf(newsContext, {})).toBeNull();
    expect(await unmetOf(newsContext, { 'X-Country': 'PL' })).toBe('requirementNotMet');
    expect(await unmetOf(contextOf('https://other.example/'), {})).toBe('requirementNotMet');
    expect(await unmetOf(newsContext, { 'Accept-Language': 'fr' })).toBe('exclusionMet');
    // A campaign that is for hosts by name asks the host.
    const one = usual();
    await ask(one);
    expect((await stored(one.cid))?.peer?.host).toEqual({
      ...{ host: 'news.example', domain: 'peer.example' },
    });
    await updateCampaign(app.ctx, { advertiserId, id, changes: { targeting: null } });
  });

  it('is for nobody where the campaign excludes the server', async () => {
    const { advertiserId, id } = campaign;
    const isShown = async () => {
      const told = usual();
      expect((await ask(told)).status).toBe(200);
      return (await stored(told.cid))?.peer?.isShown;
    };
    const exclude = (excludedPeers: readonly string[]) =>
      updateCampaign(app.ctx, { advertiserId, id, changes: { excludedPeers } });
    await exclude(['0001-00000004-DBEB']);
    expect(await isShown()).toBe(true);
    await exclude([address]);
    expect(await isShown()).toBe(false);
    await exclude([]);
    expect(await isShown()).toBe(true);
  });

  it('is for nobody where caps are to hold for every visitor: there they hold for none', async () => {
    const { advertiserId, id } = campaign;
    const isShown = async (of: Creative) => {
      const told = usual();
      expect((await ask(told, { creativeId: of.id })).status).toBe(200);
      return (await stored(told.cid, 'impression', of))?.peer?.isShown;
    };
    const both = async () => [await isShown(creative), await isShown(other)];
    const change = (changes: Parameters<typeof updateCampaign>[1]['changes']) =>
      updateCampaign(app.ctx, { advertiserId, id, changes });
    const cap = (frequencyCaps: readonly string[] | null) =>
      updateCreative(app.ctx, { advertiserId, campaignId: id, id: creative.id, frequencyCaps });
    await change({ frequencyCaps: ['3/day'] });
    expect(await both()).toEqual([true, true]);
    await change({ showsToUnknownVisitors: false });
    expect(await both()).toEqual([false, false]);
    await change({ frequencyCaps: null });
    expect(await both()).toEqual([true, true]);
    await cap(['1/day']);
    expect(await both()).toEqual([false, true]);
    await cap(null);
    await change({ showsToUnknownVisitors: true });
  });

  it('is not wanted on a host that the campaign excludes', async () => {
    const { advertiserId, id } = campaign;
    const targeting = { excludes: { site: { domain: ['news.example'] } } };
    await updateCampaign(app.ctx, { advertiserId, id, changes: { targeting } });
    const [told, other] = [usual(), { ...usual(), ctx: contextOf('https://other.example/') }];
    await ask(told);
    await ask(other);
    expect((await stored(told.cid))?.peer?.unmet).toBe('exclusionMet');
    expect((await stored(other.cid))?.peer?.unmet).toBeNull();
    await updateCampaign(app.ctx, { advertiserId, id, changes: { targeting: null } });
  });

  it('has the lower price for 20 minutes after an edit', async () => {
    const { advertiserId, id } = campaign;
    const priceNow = async (kind: 'view' | 'click' = 'view') => {
      const told = usual();
      await ask(told, { kind });
      return (await stored(told.cid, kind === 'view' ? 'impression' : 'click'))?.price;
    };
    await updateCampaign(app.ctx, { advertiserId, id, changes: { maxCpm: usd('3') } });
    expect(await priceNow()).toBe(usd('0.002'));
    await updateCampaign(app.ctx, { advertiserId, id, changes: { maxCpc: usd('0.25') } });
    expect(await priceNow()).toBe(usd('0.002'));
    expect(await priceNow('click')).toBe(usd('0.25'));
    const real = app.clock.now;
    app.clock.now = () => new Date(real().getTime() + 21 * 60_000);
    expect(await priceNow()).toBe(usd('0.003'));
    app.clock.now = real;
  });

  it('has the mean that servers were told for 20 minutes after its campaign has bid by itself', async () => {
    const { advertiserId, id } = campaign;
    const real = app.clock.now;
    const after = (minutes: number) => {
      app.clock.now = () => new Date(real().getTime() + minutes * 60_000);
    };
    const edit = (maxCpm: bigint | null) =>
      updateCampaign(app.ctx, { advertiserId, id, changes: { maxCpm } });
    const findMaxCpm = jest
      .spyOn(app.ctx.peerPrices, 'findMaxCpm')
      .mockImplementation(({ maxCpm }) => Promise.resolve(maxCpm ?? usd('1')));
    const priceNow = async () => {
      const told = usual();
      await ask(told);
      return (await stored(told.cid))?.price;
    };
    after(30);
    await edit(null);
    after(60);
    expect(await priceNow()).toBe(usd('0.001'));
    await edit(usd('8'));
    expect(await priceNow()).toBe(usd('0.001'));
    after(65);
    await edit(usd('9'));
    expect(await priceNow()).toBe(usd('0.001'));
    after(86);
    expect(await priceNow()).toBe(usd('0.009'));
    await edit(usd('3'));
    app.clock.now = real;
    findMaxCpm.mockRestore();
  });

  it('records nothing of HEAD', async () => {
    const told = usual();
    expect((await ask(told, { method: 'HEAD' })).status).toBe(200);
    expect(await stored(told.cid)).toBeNull();
  });

  it('is 429 beyond a hundred in a second of one network, and of no other', async () => {
    const real = app.clock.now;
    const second = new Date(real().getTime() + 30_000);
    app.clock.now = () => second;
    const from = (network: string) => ({ headers: { 'X-Forwarded-For': network } });
    const flood = Array.from({ length: 120 }, () => ask(usual(), from('203.0.113.1')));
    const answers = await Promise.all(flood);
    const told = usual();
    const elsewhere = await ask(told, from('198.51.100.1'));
    app.clock.now = real;
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    expect(elsewhere.status).toBe(200);
    expect(await stored(told.cid)).not.toBeNull();
  });
});

describe('a click on another server’s site', () => {
  it('is stored, and leads to the landing page with what was told', async () => {
    const told = usual();
    const answer = await ask(told, { kind: 'click' });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(
      `https://shop.example/?p=${pid}&h=news.example&cid=${told.cid}`,
    );
    expect(await stored(told.cid, 'click')).toMatchObject({ kind: 'click', caseId: told.cid });
  });
});

describe('the page of a case', () => {
  const pageOf = async (told: ReturnType<typeof usual>) => {
    const { context } = (await (await ask(told)).json()) as { readonly context: readonly string[] };
    return new URL(context[0] ?? '').pathname;
  };

  it('tells that a browser has run it', async () => {
    const told = usual();
    const path = await pageOf(told);
    const page = await fetch(app.url + path, { headers: { 'User-Agent': firefox } });
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('fetch(location.href');
    expect((await stored(told.cid))?.peer?.ran).toBeUndefined();
    const run = (userAgent: string) =>
      fetch(app.url + path, { method: 'POST', headers: { 'User-Agent': userAgent } });
    expect((await run('curl/8.0')).status).toBe(204);
    expect((await stored(told.cid))?.peer?.ran).toBeUndefined();
    expect((await run(firefox)).status).toBe(204);
    expect((await stored(told.cid))?.peer?.ran).toMatchObject({ network: '127.0.0.0' });
  });

  it('is 404 for what we did not sign', async () => {
    expect((await fetch(`${app.url}/peer/context/${'A'.repeat(52)}`)).status).toBe(404);
  });
});

describe('views after a word of the operator', () => {
  it('are stored nowhere', async () => {
    await denyPeer(app.ctx, { address, isHeld: false });
    await app.ctx.peerDirectory.load();
    const told = usual();
    expect((await ask(told)).status).toBe(200);
    expect(await stored(told.cid)).toBeNull();
  });
});
