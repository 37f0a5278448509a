import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import type { CampaignChanges } from '../../../src/demand/campaigns/campaign.store';
import type { AdEvent } from '../../../src/market/events/event';
import { type EventKind, type Offer, signOffer } from '../../../src/market/events/event-token';
import { openDatabase } from '../../../src/platform/database/connection';
import { type Reply, type TestApp, send, startApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';
import { anId } from '../../support/events';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const browser = { 'User-Agent': firefox, Accept: 'application/json' };

type StoredEvent = Omit<AdEvent, 'id'> & { readonly _id: string };

let app: TestApp;
let db: Connection;
let campaign: Campaign;
let creativeId: string;

beforeAll(async () => {
  const mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri });
  db = await openDatabase(mongodbUri);
  const created = await createActiveCampaign(app.ctx, {
    campaign: {
      maxCpc: usd('0.25'),
      landingUrl: 'https://shop.example/{zid}?b={bid}&s={sid}&a={aid}&p={pid}',
    },
  });
  ({ campaign } = created);
  creativeId = created.creatives[0]!.id;
});

afterAll(() => db.close());

beforeEach(async () => {
  await db.db!.collection('events').deleteMany({});
});

const storedEvents = () =>
  db.db!.collection<StoredEvent>('events').find().sort({ _id: 1 }).toArray();

const anOffer = (change: Partial<Offer> = {}): Offer => ({
  requestId: anId(),
  placementId: anId(),
  siteId: anId(),
  publisherId: anId(),
  creativeId,
  campaignId: campaign.id,
  advertiserId: campaign.advertiserId,
  trackingId: anId(),
  ordinal: 0,
  offeredAt: Math.floor(Date.now() / 1000),
  viewPrice: 200_000_000n,
  clickPrice: 5_000_000_000n,
  needsConfirmation: false,
  isTest: false,
  isWeb: true,
  isForeign: false,
  unmeasuredPrice: 100,
  ...change,
});

function urlOf(kind: EventKind, offer: Offer): string {
  const { impressionToken, clickToken } = signOffer(app.ctx.eventUrlKeys, offer);
  return kind === 'impression'
    ? `${app.url}/view?e=${impressionToken}`
    : `${app.url}/click?e=${clickToken}`;
}

const open = (url: string, headers: Readonly<Record<string, string>> = browser): Promise<Reply> =>
  send(url, { headers });

describe('view and click URLs of a find', () => {
  /** The price and whether confirmation is needed, of a view and a click of the first ad found. */
  async function findTerms(change: { readonly before?: () => Promise<unknown> } = {}) {
    const found = await send(`${app.url}/supply/find`, {
      json: {
        context: { iid: randomUUID(), url: 'https://terms.example/' },
        placements: [{ id: '1', width: 320, height: 50 }],
      },
    });
    await change.before?.();
    const [{ viewUrl, clickUrl }] = found.body.data;
    await open(viewUrl);
    await open(clickUrl);
    const [click, impression] = await storedEvents();
    return [impression, click].map((event) => [event!.price, event!.needsConfirmation]);
  }

  it('carry the terms of the find, whatever is edited before they are used', async () => {
    const created = await createActiveCampaign(app.ctx, {
      campaign: { maxCpm: usd('1.99999999999'), maxCpc: null },
      sizes: ['320x50'],
    });
    const { advertiserId, id } = created.campaign;
    const changed = { campaignIds: [id], creativeIds: [created.creatives[0]!.id] };
    const edit = async (changes: CampaignChanges) => {
      await app.ctx.campaigns.update({ advertiserId, id }, changes);
      await app.ctx.inventory.refresh(changed);
    };
    const raise = { maxCpm: usd('4'), maxCpc: usd('0.1'), conversionClick: 'basic' } as const;
    expect(await findTerms({ before: () => edit(raise) })).toEqual([
      [usd('0.00199999999'), false],
      [0n, false],
    ]);
    await db.db!.collection('events').deleteMany({});
    expect(await findTerms()).toEqual([
      [usd('0.004'), false],
      [usd('0.1'), true],
    ]);
    await edit({ status: 'inactive' });
  });

  it('work as returned, and record who offered what to whom', async () => {
    const found = await send(`${app.url}/supply/find`, {
      json: {
        context: {
          iid: randomUUID(),
          url: 'https://news.example/page',
          publisher: '0001-00000002-BB2D',
        },
        placements: [{ id: '1', width: 300, height: 250 }],
      },
      headers: { 'User-Agent': firefox },
    });
    const [{ viewUrl, clickUrl, placementId, siteId, publisherId }] = found.body.data;

    expect(await open(viewUrl)).toMatchObject({ status: 200, body: { context: [] } });
    const clicked = await open(clickUrl);
    expect(clicked.status).toBe(302);

    const [click, impression] = await storedEvents();
    expect(impression).toEqual({
      _id: `impression:${impression!.offerId}`,
      kind: 'impression',
      caseId: impression!.offerId,
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
      placementId,
      siteId,
      publisherId,
      creativeId,
      campaignId: campaign.id,
      advertiserId: campaign.advertiserId,
      offerId: expect.stringMatching(/^[0-9a-f]{32}$/),
      offeredAt: expect.any(Date),
      exp: 1800,
      occurredAt: expect.any(Date),
      trackingId: null,
      userAgent: firefox,
      remoteAddress: '127.0.0.0',
      country: null,
      invalidTraffic: null,
      price: campaign.maxCpm! / 1000n,
      needsConfirmation: false,
      isWeb: true,
      isMeasured: false,
      partition: Number.parseInt(campaign.advertiserId[0]!, 16),
      verifyAt: expect.any(Date),
    });
    expect(click).toMatchObject({
      price: campaign.maxCpc,
      needsConfirmation: false,
      _id: `click:${impression!.offerId}`,
      caseId: impression!.caseId,
      offerId: impression!.offerId,
    });
    expect(clicked.headers.get('location')).toBe(
      `https://shop.example/${placementId}?b=${creativeId}&s=news.example&a=0001-00000001-8B4E` +
        `&p=${publisherId}&cid=${impression!.caseId}`,
    );
  });

  it('are an offer of their own for each find, though a scene keeps one iid for a whole visit', async () => {
    const context = { iid: randomUUID(), url: 'https://scene.example/' };
    // Boxes of a scene ask each by itself, all at once, and have one placement where size and name are the same.
    const found = await Promise.all(
      Array.from({ length: 25 }, () =>
        send(`${app.url}/supply/find`, {
          json: { context, placements: [{ id: '1', width: 300, height: 250 }] },
        }),
      ),
    );
    for (const { body } of found) {
      const [{ viewUrl, clickUrl }] = body.data;
      const cid = randomUUID();
      expect((await open(`${viewUrl}&cid=${cid}`)).status).toBe(200);
      expect((await open(`${clickUrl}&cid=${cid}`)).status).toBe(302);
    }
    const counted = (await storedEvents()).filter(({ invalidTraffic }) => invalidTraffic === null);
    const ofKind = (wanted: EventKind) => counted.filter(({ kind }) => kind === wanted).length;
    expect([ofKind('impression'), ofKind('click')]).toEqual([25, 25]);
  });

  it('of a find in test mode are answered the same, and record nothing', async () => {
    const found = await send(`${app.url}/supply/find`, {
      json: {
        context: { iid: randomUUID(), url: 'https://news.example/page', test: true },
        placements: [{ id: '1', width: 300, height: 250 }],
      },
      headers: { 'User-Agent': firefox },
    });
    const [{ viewUrl, clickUrl }] = found.body.data;
    expect(await open(viewUrl)).toMatchObject({ status: 200, body: { context: [] } });
    const { status, headers } = await open(clickUrl);
    expect([status, headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/^https:\/\/shop\.example\//),
    ]);
    expect(await storedEvents()).toEqual([]);
  });

  it.each([
    ['dashed', (id: string) => id],
    ['plain', (id: string) => id.replaceAll('-', '')],
    ['upper-case', (id: string) => id.toUpperCase()],
  ])('take a %s cid appended as text, and what else a client appends', async (_case, spell) => {
    const offer = anOffer();
    const cid = randomUUID();
    const extra = `&cid=${spell(cid)}&ctx=e30&r=https%3A%2F%2Fevil.example&pid=${anId()}`;
    expect((await open(urlOf('impression', offer) + extra)).status).toBe(200);
    const { status, headers } = await open(urlOf('click', offer) + extra);
    const caseId = cid.replaceAll('-', '');
    expect([status, new URL(headers.get('location')!).searchParams.get('cid')]).toEqual([
      302,
      caseId,
    ]);
    expect((await storedEvents()).map((event) => [event.kind, event.caseId])).toEqual([
      ['click', caseId],
      ['impression', caseId],
    ]);
    expect(headers.get('location')).toMatch(/^https:\/\/shop\.example\//);
  });

  it('may be called from any page, and their answers are kept nowhere', async () => {
    for (const kind of ['impression', 'click'] as const) {
      const origin = 'https://publisher.example';
      const { headers } = await open(urlOf(kind, anOffer()), { ...browser, Origin: origin });
      expect(Object.fromEntries(headers)).toMatchObject({
        'access-control-allow-origin': origin,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      });
    }
  });

  it('count 1,000 parallel copies of one signed event once', async () => {
    const url = urlOf('impression', anOffer());
    const replies = await Promise.all(Array.from({ length: 1000 }, () => open(url)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await storedEvents()).toHaveLength(1);
  });

  it('answer a repeat like the first', async () => {
    const url = `${urlOf('click', anOffer())}&cid=${randomUUID()}`;
    const [first, second] = [await open(url), await open(url)];
    expect([second.status, second.headers.get('location')]).toEqual([
      302,
      first.headers.get('location'),
    ]);
    expect(await storedEvents()).toHaveLength(1);
  });

  it('count each of two offers that share a cid', async () => {
    const urls = [urlOf('impression', anOffer()), urlOf('impression', anOffer())];
    const cid = randomUUID();
    for (const url of urls) expect((await open(`${url}&cid=${cid}`)).status).toBe(200);
    expect(await storedEvents()).toMatchObject([
      { caseId: cid.replaceAll('-', ''), invalidTraffic: null },
      { caseId: cid.replaceAll('-', ''), invalidTraffic: null },
    ]);
  });

  it('count one event of an offer, whatever cids a client makes', async () => {
    const url = urlOf('impression', anOffer());
    const cids = ['', ...Array.from({ length: 30 }, () => `&cid=${anId()}`)];
    const replies = await Promise.all(cids.map((cid) => open(url + cid)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const marks = (await storedEvents()).map(({ invalidTraffic }) => invalidTraffic);
    expect(marks).toEqual([null, ...Array<string>(8).fill('repeat')]);
  });

  it('tell two boxes of a page apart that are one placement and show the same creative', async () => {
    const box = { width: 300, height: 250 };
    const found = await send(`${app.url}/supply/find`, {
      json: {
        context: {
          iid: randomUUID(),
          url: 'https://boxes.example/',
          publisher: '0001-00000002-BB2D',
        },
        placements: [
          { id: '1', ...box },
          { id: '2', ...box },
        ],
      },
      headers: { 'User-Agent': firefox },
    });
    const [one, two] = found.body.data;
    expect([one.placementId, one.creativeId]).toEqual([two.placementId, two.creativeId]);
    for (const { viewUrl } of [one, two]) await open(`${viewUrl}&cid=${randomUUID()}`);
    const marks = (await storedEvents()).map(({ invalidTraffic }) => invalidTraffic);
    expect(marks).toEqual([null, null]);
  });

  it('lead to the landing page also while the campaign is not for sale any more', async () => {
    const offer = anOffer({ creativeId: anId() });
    expect((await open(urlOf('click', offer))).status).toBe(302);
  });
});

describe('GET /view', () => {
  const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
  it.each([
    ['application/json', 'json'],
    ['application/json, text/plain, */*', 'json'],
    ['application/*', 'json'],
    ['*/*', 'json'],
    [chrome, 'gif'],
    ['image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5', 'gif'],
    ['image/avif,image/webp,*/*', 'gif'],
    ['image/webp, */*', 'gif'],
    ['application/json, image/gif', 'json'],
    ['image/gif', 'gif'],
    ['text/html', 'gif'],
    ['application/json;q=0, */*', 'gif'],
  ])('answers to Accept: %s with %s', async (accept, form) => {
    const url = urlOf('impression', anOffer());
    const response = await fetch(url, { headers: { 'User-Agent': firefox, Accept: accept } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    if (form === 'json') {
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(JSON.parse(bytes.toString())).toEqual({ context: [] });
    } else {
      expect(response.headers.get('content-type')).toBe('image/gif');
      expect(bytes.toString('latin1', 0, 6)).toBe('GIF89a');
      expect([bytes.readUInt16LE(6), bytes.readUInt16LE(8)]).toEqual([1, 1]);
    }
  });
});

describe('event URLs that are refused', () => {
  const now = Math.floor(Date.now() / 1000);
  const altered = (url: string) => {
    const at = url.indexOf('?e=') + 40;
    return url.slice(0, at) + (url[at] === 'A' ? 'B' : 'A') + url.slice(at + 1);
  };
  const crossed = (url: string) =>
    url.includes('/view?') ? url.replace('/view?', '/click?') : url.replace('/click?', '/view?');
  const expired = { offeredAt: now - 24 * 3600 - 5 };

  it.each<readonly [string, number, Partial<Offer>, (url: string) => string]>([
    ['altered', 403, {}, altered],
    ['cut short', 403, {}, (url) => url.slice(0, -1)],
    ['empty', 403, {}, (url) => url.slice(0, url.indexOf('?e=') + 3)],
    ['crossed', 403, {}, crossed],
    ['older than 24 hours', 410, expired, (url) => url],
    ['older than 24 hours and altered', 403, expired, altered],
    ['from the future', 410, { offeredAt: now + 3600 }, (url) => url],
    ['without a token', 400, {}, (url) => url.slice(0, url.indexOf('?'))],
    ['with two tokens', 400, {}, (url) => `${url}&e=x`],
    ['with a cid that is no UUID', 400, {}, (url) => `${url}&cid=1234`],
    ['with an empty cid', 400, {}, (url) => `${url}&cid=`],
    ['with a cid dashed wrongly', 400, {}, (url) => `${url}&cid=${'-'.repeat(4)}${anId()}`],
    ['with a cid of 33 digits', 400, {}, (url) => `${url}&cid=${anId()}0`],
    ['with two cids', 400, {}, (url) => `${url}&cid=${randomUUID()}&cid=${randomUUID()}`],
    ['with an operator for a cid', 400, {}, (url) => `${url}&cid[$ne]=1&cid=`],
  ])('%s are %i, and nothing is recorded', async (_case, expected, change, spoil) => {
    for (const kind of ['impression', 'click'] as const) {
      const { status, body, headers } = await open(spoil(urlOf(kind, anOffer(change))));
      expect([status, body.code, body.error.code]).toEqual([expected, expected, expected]);
      expect(headers.get('location')).toBeNull();
    }
    expect(await storedEvents()).toEqual([]);
  });

  it('are clicks whose campaign is unknown: 404, but the click is recorded', async () => {
    const offer = anOffer({ creativeId: anId(), campaignId: anId() });
    expect((await open(urlOf('click', offer))).status).toBe(404);
    expect(await storedEvents()).toMatchObject([{ kind: 'click' }]);
  });

  it('answer HEAD as GET, and record nothing', async () => {
    const [offer, unknown] = [anOffer(), anOffer({ campaignId: anId(), creativeId: anId() })];
    const ask = (url: string) =>
      fetch(url, { method: 'HEAD', headers: browser, redirect: 'manual' });
    const [view, click] = [await ask(urlOf('impression', offer)), await ask(urlOf('click', offer))];
    expect([view.status, view.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect([click.status, click.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('https://shop.example/'),
    ]);
    expect((await ask(urlOf('click', unknown))).status).toBe(404);
    expect((await ask(`${urlOf('impression', offer)}x`)).status).toBe(403);
    expect(await storedEvents()).toEqual([]);
  });

  it.each(['POST', 'DELETE'])('are those asked for by %s: 405', async (method) => {
    for (const kind of ['impression', 'click'] as const) {
      const { status } = await fetch(urlOf(kind, anOffer()), { method, headers: browser });
      expect(status).toBe(405);
    }
    expect(await storedEvents()).toEqual([]);
  });
});

describe('invalid traffic', () => {
  it.each([
    ['bot', { 'User-Agent': 'curl/8.5.0' }],
    ['bot', { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
    ['prefetch', { 'User-Agent': firefox, 'Sec-Purpose': 'prefetch;prerender' }],
    ['prefetch', { 'User-Agent': firefox, Purpose: 'prefetch' }],
    ['prefetch', { 'User-Agent': firefox, 'X-Moz': 'prefetch' }],
  ])('is answered alike, recorded, and marked: %s, %j', async (invalidTraffic, headers) => {
    const offer = anOffer();
    expect((await open(urlOf('impression', offer), headers)).status).toBe(200);
    expect((await open(urlOf('click', offer), headers)).status).toBe(302);
    expect(await storedEvents()).toMatchObject([
      { kind: 'click', invalidTraffic },
      { kind: 'impression', invalidTraffic },
    ]);
  });

  it('does not take the place of the visitor who comes after it', async () => {
    const url = urlOf('impression', anOffer());
    await open(url, { 'User-Agent': firefox, 'Sec-Purpose': 'prefetch' });
    await open(url);
    await open(url);
    const events = await storedEvents();
    expect(events.map(({ invalidTraffic }) => invalidTraffic)).toEqual([null, 'prefetch']);
  });

  it('from a data centre is known by the setting', async () => {
    const mongodbUri = await freshDatabase();
    const hosted = await startApp({
      mongodbUri,
      env: { ADGATE_DATA_CENTRE_RANGES: '127.0.0.0/8' },
    });
    const { impressionToken } = signOffer(hosted.ctx.eventUrlKeys, anOffer());
    await open(`${hosted.url}/view?e=${impressionToken}`);
    const other = await openDatabase(mongodbUri);
    const [event] = await other.db!.collection<StoredEvent>('events').find().toArray();
    await other.close();
    expect(event).toMatchObject({ invalidTraffic: 'data_center' });
  });
});

describe('mutation recordImpression', () => {
  it('takes who asks from the request, whatever way it comes', async () => {
    const { impressionToken: token } = signOffer(app.ctx.eventUrlKeys, anOffer());
    const query = `mutation ($token: String!) { recordImpression(token: $token) { context } }`;
    const { body } = await send(`${app.url}/graphql`, {
      json: { query, variables: { token } },
      headers: browser,
    });
    expect(body).toEqual({ data: { recordImpression: { context: [] } } });
    expect(await storedEvents()).toMatchObject([
      { kind: 'impression', userAgent: firefox, remoteAddress: '127.0.0.0' },
    ]);
  });

  it('says FORBIDDEN for a token of the other kind', async () => {
    const { clickToken } = signOffer(app.ctx.eventUrlKeys, anOffer());
    const query = `mutation { recordImpression(token: "${clickToken}") { context } }`;
    const { body } = await send(`${app.url}/graphql`, { json: { query }, headers: browser });
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
  });
});
