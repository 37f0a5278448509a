import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { allowPeer, denyPeer } from '../../../src/peers/directory/peer-word.service';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { send, startApp, type TestApp } from '../../support/app';
import { agreedTcf, optedOutGpp, refusedTcf } from '../../support/consent-strings';
import { freshDatabase } from '../../support/database';
import { anId } from '../../support/events';
import { eventually } from '../../support/eventually';
import { aPeer } from '../../support/peer-access';
import { aTakenCreative, importOne } from '../../peers/imported';

const address = '0001-00000004-DBEB';
const browser = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Accept-Language': 'en',
};
const creative = aTakenCreative();

let uri: string;
let app: TestApp;
let creativeId: string;
beforeAll(async () => {
  uri = await freshDatabase();
  app = await startApp({
    mongodbUri: uri,
    env: { ADGATE_PEERS: 'approve', ADGATE_LEAST_VIEW_MS: '0' },
  });
  const { ctx, clock } = app;
  // Offers of the same moment would be older than what they offer.
  const { now } = clock;
  clock.now = () => new Date(Date.now() - 5_000);
  const peer = aPeer({ address, state: 'allowed' });
  await ctx.inTransaction((session) => ctx.peers.insert(peer, session));
  ({ creativeId } = await importOne(ctx, address, { creative }));
  clock.now = now;
  await isForSale(true);
});

async function isForSale(expected: boolean): Promise<void> {
  await eventually(async () => {
    expect(app.ctx.inventory.find(creativeId) !== null).toBe(expected);
    await Promise.resolve();
  }, 2_000);
}

async function find(context: object = {}, headers: Readonly<Record<string, string>> = {}) {
  const json = {
    context: { iid: randomUUID(), url: 'https://news.example/a?b=1#c', ...context },
    placements: [{ id: '1', width: 300, height: 250 }],
  };
  const answer = await send(`${app.url}/supply/find`, {
    json,
    headers: { ...browser, ...headers },
  });
  return answer.body.data as readonly Readonly<Record<string, string>>[];
}

async function findOne(context: object = {}) {
  const [bid] = await find(context);
  if (bid === undefined) throw new Error('nobody bids');
  return bid;
}

const open = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  send(url, { headers: { ...browser, Accept: 'application/json', ...headers } });
const caseOf = (bid: Readonly<Record<string, string>>) => bid['caseId'] ?? '';
const membersOf = (location: string | null) =>
  Object.fromEntries(new URL(location ?? '').searchParams);
async function storedOf(caseId: string) {
  const [model] = app.ctx.events.models;
  const read = () => model!.findOne({ caseId }).lean();
  await eventually(async () => {
    expect(await read()).not.toBeNull();
  }, 5_000);
  return (await read())!;
}

describe('a creative of another server', () => {
  it('is offered by its server, with URLs of ours that its events go through', async () => {
    const bid = await findOne();
    expect(bid).toMatchObject({
      ...{ creativeId, demandServer: address, hash: creative.hash, serveUrl: creative.serveUrl },
      supplyServer: app.ctx.config.ledgerAddress,
    });
    expect(bid['viewUrl']).toMatch(new RegExp(`^${app.url}/view\\?e=[\\w-]{221}$`));
    expect(bid['clickUrl']).toMatch(new RegExp(`^${app.url}/click\\?e=[\\w-]{221}$`));
  });

  it('wins by half of what its server says to pay', () => {
    const { inventory } = app.ctx;
    const { campaign: sold } = inventory.find(creativeId)!;
    expect(inventory.priceOf(sold.id)).toEqual({
      rpm: 0.5,
      viewPrice: 0n,
      clickPrice: 0n,
      offerCost: 0n,
    });
  });

  it('wins without a question to the offer gate: its server pays, not one of our budgets', async () => {
    const payFor = jest.spyOn(app.ctx.offerGate, 'payFor');
    expect((await findOne())['creativeId']).toBe(creativeId);
    expect(payFor).not.toHaveBeenCalled();
    payFor.mockRestore();
  });

  it('has its view kept here, then sent on with nothing of the visitor', async () => {
    const bid = await findOne();
    const { status, headers } = await open(`${bid['viewUrl']}&cid=${anId()}`, { Origin: 'null' });
    expect(status).toBe(302);
    expect(headers.get('access-control-allow-origin')).toBe('null');
    expect(headers.get('cache-control')).toBe('no-store');
    const location = headers.get('location');
    expect(location).toMatch(/^https:\/\/demand\.example\/view\/1\?cid=/);
    const { ctx, ...members } = membersOf(location);
    // The server that is paid for it finds the case by the id that the other one knows.
    const cid = caseOf(bid);
    expect(cid).toMatch(/^[\da-f]{30}00$/);
    const event = await storedOf(cid);
    expect(members).toEqual({
      cid,
      iid: event.requestId,
      zid: bid['placementId'],
      pto: app.ctx.config.ledgerAddress,
      pid: bid['publisherId'],
    });
    expect(JSON.parse(Buffer.from(ctx ?? '', 'base64url').toString())).toEqual({
      page: {
        ...{ iid: event.requestId, keywords: '', metamask: 0, options: '', pop: '', ref: '' },
        ...{ url: 'https://news.example/', zone: bid['placementId'] },
      },
    });
    expect(event).toMatchObject({ demandServer: address, price: 0n, kind: 'impression' });
  });

  it.each([
    ['before', 'view', 'viewUrl', false],
    ['after', 'view', 'viewUrl', true],
    ['before', 'click', 'clickUrl', false],
    ['after', 'click', 'clickUrl', true],
  ] as const)(
    'has nothing sent on by a server that dies %s its %s is durable, and it is kept once',
    async (_when, _event, member, isAfter) => {
      const bid = await findOne();
      const cid = caseOf(bid);
      const { eventLog } = app.ctx;
      const record = eventLog.record.bind(eventLog);
      const die: typeof record = async (event) => {
        if (isAfter) await record(event);
        throw new Error('killed');
      };
      Object.assign(eventLog, { record: die });
      const unsent = await open(`${bid[member]}&cid=${cid}`);
      Reflect.deleteProperty(eventLog, 'record');
      expect([unsent.status, unsent.headers.get('location')]).toEqual([500, null]);
      for (const _again of [1, 2]) {
        const { headers } = await open(`${bid[member]}&cid=${cid}`);
        expect(membersOf(headers.get('location'))).toMatchObject({ cid });
      }
      await storedOf(cid);
      const [model] = app.ctx.events.models;
      expect(await model!.countDocuments({ caseId: cid })).toBe(1);
    },
  );

  it('is one case for each offer, whatever cases a client names', async () => {
    const bid = await findOne();
    const other = await findOne();
    expect(caseOf(other)).not.toBe(caseOf(bid));
    const sent = [];
    for (const member of ['viewUrl', 'clickUrl'])
      for (const named of ['', ...Array.from({ length: 10 }, () => `&cid=${anId()}`)]) {
        const { headers } = await open(`${bid[member]}${named}`);
        sent.push(membersOf(headers.get('location'))['cid']);
      }
    expect(new Set(sent)).toEqual(new Set([caseOf(bid)]));
    await storedOf(caseOf(bid));
    const [model] = app.ctx.events.models;
    expect(
      await model!.distinct('caseId', {
        creativeId,
        offerId: (await storedOf(caseOf(bid))).offerId,
      }),
    ).toEqual([caseOf(bid)]);
  });

  it('has nothing sent on, and nothing kept, of a look at its URLs by HEAD', async () => {
    const bid = await findOne();
    for (const member of ['viewUrl', 'clickUrl']) {
      const { headers } = await fetch(`${bid[member]}&cid=${anId()}`, {
        ...{ method: 'HEAD', headers: browser, redirect: 'manual' },
      });
      expect(headers.get('location') ?? '').not.toContain('demand.example');
    }
    await open(bid['clickUrl'] ?? '');
    await storedOf(caseOf(bid));
    const [model] = app.ctx.events.models;
    expect(await model!.find({ caseId: caseOf(bid) }).lean()).toMatchObject([{ kind: 'click' }]);
  });

  it('has its click sent on, before its view too', async () => {
    const bid = await findOne();
    const { status, headers } = await open(`${bid['clickUrl']}&cid=${anId()}`);
    expect(status).toBe(302);
    const location = headers.get('location');
    expect(location).toMatch(/^https:\/\/demand\.example\/click\/1\?a=b&cid=/);
    const cid = caseOf(bid);
    expect(membersOf(location)).toMatchObject({ cid });
    expect(await storedOf(cid)).toMatchObject({
      demandServer: address,
      price: 0n,
      kind: 'click',
    });
  });

  it('tells of a page of the site as its browser does, without query', async () => {
    const pageOf = async (Referer: string) => {
      const bid = await findOne();
      const { headers } = await open(`${bid['viewUrl']}&cid=${anId()}`, { Referer });
      const { ctx = '' } = membersOf(headers.get('location'));
      return JSON.parse(Buffer.from(ctx, 'base64url').toString()).page.url as string;
    };
    expect(await pageOf('https://news.example/a/b?c=d#e')).toBe('https://news.example/a/b');
    expect(await pageOf('https://news.example.evil.example/a')).toBe('https://news.example/');
  });

  it.each([
    ['of a bot', { 'User-Agent': 'Googlebot/2.1' }],
    ['of a prefetch', { 'Sec-Purpose': 'prefetch' }],
  ])('has no view %s sent on', async (_case, headers) => {
    const bid = await findOne();
    const answer = await open(`${bid['viewUrl']}&cid=${anId()}`, headers);
    expect([answer.status, answer.body]).toEqual([200, { context: [] }]);
  });

  it('has no view of a data centre sent on, and its click', async () => {
    const bid = await findOne();
    const { networkLists } = app.ctx;
    Object.assign(networkLists, { findingOf: () => 'data_center' });
    const caseId = caseOf(bid);
    const view = await open(`${bid['viewUrl']}&cid=${caseId}`);
    const click = await open(`${bid['clickUrl']}&cid=${caseId}`);
    Reflect.deleteProperty(networkLists, 'findingOf');
    expect([view.status, view.body]).toEqual([200, { context: [] }]);
    expect(click.headers.get('location')).toMatch(/^https:\/\/demand\.example\/click\/1/);
    expect(await storedOf(caseId)).toMatchObject({ invalidTraffic: 'data_center' });
  });

  it('has nothing sent on of a find in test mode', async () => {
    const bid = await findOne({ test: true });
    const view = await open(`${bid['viewUrl']}&cid=${anId()}`);
    expect([view.status, view.body]).toEqual([200, { context: [] }]);
    const click = await open(`${bid['clickUrl']}&cid=${anId()}`);
    expect(click.headers.get('location')).toMatch(/^https:\/\/shop\.example\//);
  });

  it('has its own server named as who pays', async () => {
    const bid = await findOne();
    const token = new URL(bid['viewUrl'] ?? '').searchParams.get('e') ?? '';
    const page = await send(`${app.url}/supply/why?e=${token}`);
    expect(page.body).toContain(address);
    expect(page.body).toContain('shop.example');
  });

  it('is looked at again when a tag reports other bytes', async () => {
    const bid = await findOne();
    const token = new URL(bid['viewUrl'] ?? '').searchParams.get('e') ?? '';
    const json = { token, reason: 'tampered', hash: 'b'.repeat(40) };
    const report = async () => (await send(`${app.url}/supply/report`, { json })).status;
    expect(await report()).toBe(204);
    expect(await app.ctx.peerCreatives.listDue(address)).toEqual([]);
    // It was looked at an hour ago. On a clock that is an hour ahead its server would have been silent for as long.
    const updatedAt = new Date(Date.now() - 3_700_000);
    await app.ctx.peerCreatives.models[0]!.updateOne({ _id: creativeId }, { updatedAt });
    // Only those bytes say that the server has others.
    const other = { token, reason: 'other' };
    expect((await send(`${app.url}/supply/report`, { json: other })).status).toBe(204);
    expect(await app.ctx.peerCreatives.listDue(address)).toEqual([]);
    expect(await report()).toBe(204);
    expect(await app.ctx.peerCreatives.listDue(address)).toMatchObject([{ id: creativeId }]);
  });

  it.each<[string, object, Readonly<Record<string, string>>]>([
    ['by a header of Global Privacy Control', {}, { 'Sec-GPC': '1' }],
    ['by the page that has seen it', { consent: { gpc: true } }, {}],
    ['by TCF', { consent: { gdpr: true, tcf: refusedTcf } }, {}],
    ['by GPP', { consent: { gpp: optedOutGpp, gppSid: [7] } }, {}],
    ['by the page’s own word', { consent: { given: false } }, {}],
    ['by the page’s own word alone', { consent: false }, {}],
    ['by a word that cannot be read', { consent: { tcf: 7 } }, {}],
  ])('is shown to nobody who refuses: %s', async (_how, context, headers) => {
    expect(await find(context, headers)).toEqual([]);
  });

  it('is shown to who has agreed, and to who was not asked', async () => {
    for (const consent of [{ gdpr: true, tcf: agreedTcf }, { given: true, gdpr: true }, {}, null])
      expect(await find({ consent })).toHaveLength(1);
  });

  it('has a click that comes before its view sent on, and refused', async () => {
    const bid = await findOne();
    const caseId = caseOf(bid);
    expect((await open(`${bid['clickUrl']}&cid=${caseId}`)).status).toBe(302);
    const { now } = app.clock;
    app.clock.now = () => new Date(now().getTime() + 1);
    expect((await open(`${bid['viewUrl']}&cid=${caseId}`)).status).toBe(302);
    app.clock.now = now;
    const [model] = app.ctx.events.models;
    await eventually(async () => {
      await verifyAllDue(app.ctx);
      const judged = await model!.find({ caseId }).sort({ kind: 1 }).lean();
      expect(judged).toMatchObject([
        { kind: 'click', verdict: { status: 'rejected', reason: 'impossible_timing' } },
        { kind: 'impression', verdict: { status: 'accepted' } },
      ]);
    }, 10_000);
  });

  it('costs nothing, and its views are judged as ours are', async () => {
    const bid = await findOne();
    const caseId = caseOf(bid);
    await open(`${bid['viewUrl']}&cid=${caseId}`);
    await storedOf(caseId);
    await verifyAllDue(app.ctx);
    await eventually(async () => {
      const { verdict } = await storedOf(caseId);
      expect(verdict).toMatchObject({
        ...{ status: 'accepted', reason: null },
        ...{ price: 0n, charge: 0n, revenue: 0n },
      });
    }, 5_000);
  });
});

describe('the word on its server', () => {
  it('takes it away within 2 seconds, and lets it come back', async () => {
    const before = await findOne();
    await denyPeer(app.ctx, { address, isHeld: false });
    await isForSale(false);
    expect(await find()).toEqual([]);
    const view = await open(`${before['viewUrl']}&cid=${anId()}`);
    expect([view.status, view.body]).toEqual([200, { context: [] }]);
    const click = await open(`${before['clickUrl']}&cid=${anId()}`);
    expect(click.headers.get('location')).toMatch(/^https:\/\/demand\.example\/click\/1/);
    await allowPeer(app.ctx, { address, oursThere: false, theirsHere: true });
    await isForSale(true);
    await app.ctx.peerSettings.setPaused(new Date());
    await isForSale(false);
    await app.ctx.peerSettings.setPaused(null);
    await isForSale(true);
  });

  it('lets the click of a find in test mode land where its campaign leads, when it is for sale no more', async () => {
    const before = await findOne({ test: true });
    await denyPeer(app.ctx, { address, isHeld: false });
    await isForSale(false);
    const click = await open(`${before['clickUrl']}&cid=${anId()}`);
    expect(click.headers.get('location')).toMatch(/^https:\/\/shop\.example\//);
    await allowPeer(app.ctx, { address, oursThere: false, theirsHere: true });
    await isForSale(true);
  });

  it('leaves it out of finds till the server pays for the first time, and what was offered still goes on', async () => {
    const before = await findOne();
    const { ctx } = app;
    const wait = (isSo: boolean) =>
      ctx.inTransaction((session) => ctx.peers.setAwaitsPayment(address, isSo, session));
    await wait(true);
    await isForSale(false);
    expect(await find()).toEqual([]);
    const view = await open(`${before['viewUrl']}&cid=${anId()}`);
    expect(view.status).toBe(302);
    await wait(false);
    await isForSale(true);
  });
});

it('of a gateway without peers is not for sale, and no view of before is sent on', async () => {
  const before = await findOne();
  const off = await startApp({
    mongodbUri: uri,
    env: { ADGATE_PEERS: 'off', ADGATE_LEAST_VIEW_MS: '0' },
  });
  expect(off.ctx.inventory.find(creativeId)).toBeNull();
  const toOff = (url = '') => url.replace(app.url, off.url);
  const view = await open(toOff(before['viewUrl']));
  expect([view.status, view.body]).toEqual([200, { context: [] }]);
  // A click takes its visitor there.
  const click = await open(toOff(before['clickUrl']));
  expect(click.headers.get('location')).toMatch(/^https:\/\/demand\.example\/click\/1/);
});
