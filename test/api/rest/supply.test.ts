import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { toId } from '../../../src/id';
import { unclaimedPublisherId } from '../../../src/identity/accounts/account';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { logIn, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { anAvif } from '../../support/avif';
import { createActiveCampaign } from '../../support/campaigns';
import { aBox, aContext, find, payTo } from './supply-finds';

describe('POST /supply/find', () => {
  let app: TestApp;
  let creativeId: string;
  let hash: string;
  let advertiserId: string;

  beforeAll(async () => {
    app = await startApp();
    const { creatives, campaign } = await createActiveCampaign(app.ctx, {
      sizes: ['300x250', '728x90', '160x600'],
    });
    ({ id: creativeId, hash } = creatives[0]!);
    ({ advertiserId } = campaign);
  });

  it('answers the winner of a box, and makes publisher, site and placement for it', async () => {
    const { status, headers, body } = await find(app, aContext(), [aBox({ name: 'Top' })]);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    const publisher = await app.ctx.accounts.findByProvenAddress(`ads:${payTo}`);
    const site = await app.ctx.sites.findByHost(publisher!.id, 'news.example');
    const key = { siteId: site!.id, width: 300, height: 250, depth: 0, name: 'Top' };
    const placement = await app.ctx.placements.findByKey(key);
    expect(body).toEqual({
      data: [
        {
          id: '1',
          creativeId,
          placementId: placement!.id,
          zoneId: placement!.id,
          siteId: site!.id,
          publisherId: publisher!.id,
          demandServer: '0001-00000001-8B4E',
          supplyServer: '0001-00000001-8B4E',
          type: 'image',
          mime: 'image/png',
          alt: null,
          scope: '300x250',
          hash,
          serveUrl: `${app.url}/serve/x${creativeId}.doc?v=${hash.slice(0, 4)}`,
          viewUrl: expect.stringMatching(/^http:\/\/[^?]+\/view\?e=[\w-]+$/),
          clickUrl: expect.stringMatching(/^http:\/\/[^?]+\/click\?e=[\w-]+$/),
          rpm: 2,
          exp: 1_800,
          // No refreshTime: a scene takes null for 0, and asks every 5 seconds.
          infoBox: false,
        },
      ],
    });
  });

  it('answers the same placement by its id, on the site and its subdomains', async () => {
    const first = await find(app, aContext(), [aBox()]);
    const { placementId } = first.body.data[0];
    for (const url of [
      'https://news.example',
      'http://www.news.example:8443/x',
      'https://sport.news.example/',
    ]) {
      const context = { iid: randomUUID(), url };
      const { body } = await find(app, context, [{ id: 'a', placementId }]);
      expect(body.data).toMatchObject([{ id: 'a', placementId }]);
    }
  });

  it('takes types that it does not know for some that no creative is of; GraphQL refuses them', async () => {
    const { status, body } = await find(app, aContext(), [
      aBox({ id: 'some', types: ['hologram', 'image'] }),
      aBox({ id: 'none', types: ['hologram'] }),
    ]);
    expect([status, body.data.map(({ id }: { id: string }) => id)]).toEqual([200, ['some']]);
    const imps = `imps: [{ id: "1", width: 300, height: 250, types: [hologram] }]`;
    const query = `mutation { requestBids(bidRequest: { id: "1", site: { url: "https://news.example" }, ${imps} }) { id } }`;
    const refused = await sendGraphql(app, null, query);
    expect(refused.body.errors[0].message).toBe('is none of its values');
  });

  it('has no entry for a placement of another site, an unknown one, or a size that nobody has', async () => {
    const { body: known } = await find(app, aContext(), [aBox()]);
    const { placementId } = known.data[0];
    const context = { iid: randomUUID(), url: 'https://other.example' };
    const placements = [
      { id: 'foreign', placementId },
      { id: 'unknown', placementId: 'f'.repeat(32) },
      aBox({ id: 'odd', width: 7, height: 7 }),
      aBox({ id: 'good' }),
    ];
    const { status, body } = await find(app, context, placements);
    expect([status, body.data.map(({ id }: { id: string }) => id)]).toEqual([200, ['good']]);
  });

  it('takes ids with dashes, numbers as text, and either name of the wallet flag', async () => {
    const { body: first } = await find(app, aContext(), [aBox()]);
    const dashed = first.data[0].placementId
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
      .toUpperCase();
    for (const flag of [{ walletmask: true }, { metamask: false }]) {
      const { body } = await find(app, aContext(flag), [
        { id: 'a', placementId: dashed },
        aBox({ id: 'b', width: '300', height: '250' }),
      ]);
      expect(body.data).toHaveLength(2);
    }
  });

  it('holds types and MIME types against their own placement only', async () => {
    const { body } = await find(app, aContext(), [
      aBox({ id: 'video', types: ['video'] }),
      aBox({ id: 'gif', mimes: ['image/gif'] }),
      aBox({ id: 'png', types: ['image'], mimes: ['image/png'] }),
    ]);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['png']);
  });

  it('has AVIF for placements that name it, and for our tag', async () => {
    await createActiveCampaign(app.ctx, { sizes: ['468x60'], contentOf: (size) => anAvif(size) });
    const box = (changes: object) => aBox({ width: 468, height: 60, ...changes });
    const placements = [
      box({ id: 'no word' }),
      box({ id: 'images', types: ['image'] }),
      box({ id: 'others', mimes: ['image/png', 'image/webp'] }),
      box({ id: 'named', mimes: ['image/png', 'image/avif'] }),
    ];
    const idsOf = async (context: object) => {
      const { body } = await find(app, context, placements);
      return body.data.map(({ id, mime }: { id: string; mime: string }) => [id, mime]);
    };
    expect(await idsOf(aContext())).toEqual([['named', 'image/avif']]);
    expect(await idsOf(aContext({ tag: true }))).toEqual(
      ['no word', 'images', 'named'].map((id) => [id, 'image/avif']),
    );
    const answer = await find(app, aContext(), [placements[3]]);
    const [{ placementId: zone_id, serveUrl }] = answer.body.data;
    expect((await fetch(serveUrl)).headers.get('content-type')).toBe('image/avif');
    const context = { iid: randomUUID(), url: 'https://news.example' };
    const { body } = await send(`${app.url}/find`, {
      json: ['image', ['image', 'video/mp4'], 'image/avif'].map((format) => ({
        ...{ zone_id, format, context },
      })),
    });
    expect(body.map(({ type }: { type: string }) => type)).toEqual(['image']);
  });

  it('answers the same winner to the earlier form', async () => {
    const { body: current } = await find(app, aContext(), [aBox()]);
    const [{ placementId: zone_id, publisherId }] = current.data;
    const context = { iid: randomUUID(), url: 'https://news.example' };
    const { status, body } = await send(`${app.url}/find`, {
      json: [
        { zone_id, format: 'image', context },
        { zone_id, format: ['video'], context },
        { zone_id, format: ['image/png', 'video/mp4'], context },
      ],
    });
    expect(status).toBe(200);
    const entry = {
      id: creativeId,
      publisher_id: publisherId,
      zone_id,
      pay_from: '0001-00000001-8B4E',
      type: 'image',
      size: '300x250',
      serve_url: current.data[0].serveUrl,
      creative_sha1: hash,
      view_url: expect.stringContaining('/view?e='),
      click_url: expect.stringContaining('/click?e='),
      rpm: 2,
    };
    expect(body).toEqual([entry, entry]);
  });

  it('makes one publisher, site and placement of each size when 100 requests race', async () => {
    const publisher = '0001-00000003-AB0C';
    const context = () => aContext({ url: 'https://race.example', publisher });
    const placements = [aBox(), aBox({ id: '2', width: 728, height: 90 })];
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => find(app, context(), placements)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const ids = replies.flatMap(({ body }) =>
      body.data.map(
        (bid: Record<string, string>) => `${bid.publisherId} ${bid.siteId} ${bid.placementId}`,
      ),
    );
    expect(ids).toHaveLength(200);
    expect(new Set(ids).size).toBe(2);
  });

  it('tells the operator why a placement stayed empty, and nobody else', async () => {
    const token = await logIn(app, 'operator');
    const stranger = await logIn(app, 'advertiser');
    const placements = [
      aBox({ id: 'odd', width: 7, height: 7 }),
      aBox({ id: 'video', types: ['video'] }),
      { id: 'unknown', placementId: '0'.repeat(32) },
      aBox({ id: 'good' }),
    ];
    const { body } = await find(app, aContext(), placements, { 'X-Debug-Supply': token });
    expect(body.data).toHaveLength(1);
    expect(body.debug).toMatchObject([
      { id: 'odd', reason: 'creativeSizeNotAllowed', statusCode: 351 },
      { id: 'video', reason: 'incorrectFormat', statusCode: 353 },
      { id: 'unknown', reason: 'unknownPlacement', statusCode: 520 },
    ]);
    for (const other of [stranger, 'nonsense']) {
      const refused = await find(app, aContext(), placements, { 'X-Debug-Supply': other });
      expect([refused.status, refused.body.debug]).toEqual([200, undefined]);
    }
  });

  it('rotates what a registered visitor sees', async () => {
    const second = await createActiveCampaign(app.ctx, { sizes: ['300x250'] });
    const iid = randomUUID();
    await send(`${app.url}/supply/register?iid=${iid}`);
    const seen = new Set<string>();
    for (let at = 0; at < 4; at += 1) {
      const { body } = await find(app, aContext({ iid }), [aBox()]);
      seen.add(body.data[0].creativeId);
    }
    expect(seen.size).toBe(2);
    await updateCampaign(app.ctx, {
      advertiserId,
      id: second.campaign.id,
      changes: { status: 'inactive' },
    });
  });

  it('keeps no memory of a visitor who asks not to be tracked', async () => {
    const [remembered, forgotten] = [randomUUID(), randomUUID()];
    const { visitorMemory } = app.ctx;
    const seenBy = async (iid: string, headers: Record<string, string>) => {
      const recorded: string[] = [];
      const spied = jest.spyOn(visitorMemory, 'recordSeen').mockImplementation((trackingId) => {
        recorded.push(trackingId);
      });
      await send(`${app.url}/supply/register?iid=${iid}`, { headers });
      const { body } = await find(app, aContext({ iid, uid: 'user-1' }), [aBox()], headers);
      spied.mockRestore();
      expect(body.data).toHaveLength(1);
      return [recorded.length, visitorMemory.findTrackingId(toId(iid)) !== null];
    };
    expect(await seenBy(remembered, {})).toEqual([1, true]);
    expect(await seenBy(forgotten, { 'Sec-GPC': '1' })).toEqual([0, false]);
    expect(await seenBy(remembered, { 'Sec-GPC': '1' })).toEqual([0, true]);
  });

  it.each([
    ['fractions', { width: 300.7777, height: 250.25 }],
    ['texts', { width: '300', height: '250' }],
    ['texts with fractions', { width: '300.0', height: '250.9', depth: '0.5' }],
  ])('rounds a box down that a scene gives in %s', async (_case, box) => {
    const { body: plain } = await find(app, aContext(), [aBox()]);
    const { status, body } = await find(app, aContext(), [aBox(box)]);
    expect([status, body.data[0]?.placementId]).toEqual([200, plain.data[0].placementId]);
  });

  it('leaves a box empty that is larger than any placement, and serves the others', async () => {
    const before = await app.ctx.placements.models[0]!.estimatedDocumentCount();
    const larger = [{ width: 16_385 }, { height: 1e9 }, { depth: 20_000 }];
    const { status, body } = await find(app, aContext(), [
      ...larger.map((box, at) => aBox({ id: `large ${at}`, ...box })),
      aBox({ id: 'fits' }),
    ]);
    expect([status, body.data.map(({ id }: { id: string }) => id)]).toEqual([200, ['fits']]);
    expect(await app.ctx.placements.models[0]!.estimatedDocumentCount()).toBe(before);
  });

  it.each([
    ['decentraland', 'scene-3-n7.decentraland.org', 'Decentraland (3, -7)'],
    ['cryptovoxels', 'scene-42.cryptovoxels.com', 'Cryptovoxels (42)'],
    ['decentraland', 'decentraland.org', 'decentraland.org'],
    [null, 'scene-3-4.decentraland.org', 'scene-3-4.decentraland.org'],
  ])('names the site that it makes for %s at %s', async (vendor, host, name) => {
    const publisher = vendor === null ? '' : payTo;
    const medium = vendor === null ? 'web' : 'metaverse';
    const context = aContext({ url: `https://${host}`, publisher, medium, vendor });
    expect((await find(app, context, [aBox()])).status).toBe(200);
    const owner = await app.ctx.accounts.findByProvenAddress(`ads:${payTo}`);
    const publisherId = vendor === null ? unclaimedPublisherId : owner!.id;
    expect(await app.ctx.sites.findByHost(publisherId, host)).toMatchObject({ name });
  });

  it('takes an empty placement id as none', async () => {
    const { body: plain } = await find(app, aContext(), [aBox()]);
    const { status, body } = await find(app, aContext(), [aBox({ placementId: '' })]);
    expect([status, body.data[0]?.placementId]).toEqual([200, plain.data[0].placementId]);
    const { body: boxless } = await find(app, aContext(), [{ id: '1', placementId: '' }]);
    expect(Object.keys(boxless.errors)).toEqual(['placements.0.width', 'placements.0.height']);
  });

  it('says of an account without the role publisher that it is no publisher', async () => {
    const id = 'ad'.repeat(16);
    await app.ctx.accounts.insert({
      id,
      email: 'only-advertiser@test.example',
      passwordHash: null,
      roles: ['advertiser'],
      payoutAddress: null,
    });
    const { status, body } = await find(app, aContext({ publisher: id }), [aBox()]);
    expect([status, body.errors]).toEqual([
      422,
      { 'context.publisher': ['is an account without the role publisher'] },
    ]);
  });

  it('takes an empty optional text as none, and a long url', async () => {
    const empty = { uid: '', medium: '', vendor: '' };
    const url = `https://news.example/?q=${'x'.repeat(8_000)}`;
    const { body: named } = await find(app, aContext({ ...empty, url }), [aBox({ name: '' })]);
    const { body: plain } = await find(app, aContext(), [aBox()]);
    expect(named.data[0].placementId).toBe(plain.data[0].placementId);
    const { body: unclaimed } = await find(app, aContext({ publisher: '' }), [aBox()]);
    expect(unclaimed.data[0].publisherId).toBe(unclaimedPublisherId);
  });

  it('rotates what a visitor sees whom only the page knows', async () => {
    const second = await createActiveCampaign(app.ctx, { sizes: ['300x250'] });
    const seen = new Set<string>();
    for (let at = 0; at < 4; at += 1) {
      const { body } = await find(app, aContext({ uid: 'visitor-7' }), [aBox()]);
      seen.add(body.data[0].creativeId);
    }
    expect(seen.size).toBe(2);
    await updateCampaign(app.ctx, {
      advertiserId,
      id: second.campaign.id,
      changes: { status: 'inactive' },
    });
  });

  it('masks a failure that is not the database being away', async () => {
    const broken = jest.spyOn(app.ctx.sites, 'findByHost').mockRejectedValue(new TypeError('bug'));
    const { status, body } = await find(app, aContext({ url: 'https://bug.example' }), [aBox()]);
    broken.mockRestore();
    expect([status, body.message]).toEqual([500, 'internal server error']);
  });

  it('looks a new site and its boxes up once each', async () => {
    const bySite = jest.spyOn(app.ctx.sites, 'findByHost');
    const byKey = jest.spyOn(app.ctx.placements, 'findByKey');
    const placements = [aBox(), aBox({ id: '2', width: 728, height: 90 })];
    await find(app, aContext({ url: 'https://once.example' }), placements);
    expect([bySite.mock.calls.length, byKey.mock.calls.length]).toEqual([1, 2]);
    jest.restoreAllMocks();
  });

  it.each<[string, RequestInit, number]>([
    [
      'malformed JSON',
      { method: 'POST', body: '{"context":', headers: { 'Content-Type': 'application/json' } },
      400,
    ],
    [
      'nesting without end',
      { method: 'POST', body: '['.repeat(5_000), headers: { 'Content-Type': 'application/json' } },
      400,
    ],
    [
      'a form',
      {
        method: 'POST',
        body: 'a=b',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      },
      415,
    ],
    ['text without a type', { method: 'POST', body: '{}', headers: { 'Content-Type': '' } }, 415],
    [
      'a body over the limit',
      {
        method: 'POST',
        body: `"${'x'.repeat(300_000)}"`,
        headers: { 'Content-Type': 'application/json' },
      },
      413,
    ],
    ['GET', { method: 'GET' }, 405],
    ['PUT', { method: 'PUT', body: '{}' }, 405],
  ])('answers %s with its status and the one shape of errors', async (_case, init, expected) => {
    const { status, headers, body } = await send(`${app.url}/supply/find`, init);
    expect([status, body.code, body.error.code]).toEqual([expected, expected, expected]);
    expect(headers.get('allow')).toBe(expected === 405 ? 'POST, OPTIONS' : null);
    expect(headers.get('x-request-id')).not.toBeNull();
  });

  it('lets pages of any origin read the answer', async () => {
    const { headers } = await find(app, aContext(), [aBox()], { Origin: 'https://any.example' });
    expect(headers.get('access-control-allow-origin')).toBe('https://any.example');
    const preflight = await send(`${app.url}/supply/find`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://any.example', 'Access-Control-Request-Headers': 'content-type' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'content-type',
    ]);
  });
});
