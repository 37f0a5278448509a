import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { toId } from '../../../src/id';
import { unclaimedPublisherId } from '../../../src/identity/accounts/account';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { defineInput, findParser } from '../../../src/validation';
import { type Reply, logIn, send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';

const payTo = '0001-00000002-BB2D';

const aContext = (changes: object = {}) => ({
  iid: randomUUID(),
  url: 'https://news.example/page',
  publisher: payTo,
  medium: 'web',
  ...changes,
});
const aBox = (changes: object = {}) => ({ id: '1', width: 300, height: 250, ...changes });
const find = (app: TestApp, context: object, placements: readonly unknown[], headers = {}) =>
  send(`${app.url}/supply/find`, { json: { context, placements }, headers });

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
          scope: '300x250',
          hash,
          serveUrl: `${app.url}/serve/x${creativeId}.doc?v=${hash.slice(0, 4)}`,
          viewUrl: expect.stringMatching(/^http:\/\/[^?]+\/view\?e=[\w-]+$/),
          clickUrl: expect.stringMatching(/^http:\/\/[^?]+\/click\?e=[\w-]+$/),
          rpm: 2,
          infoBox: false,
          refreshTime: null,
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
    const stranger = await logIn(app, 'publisher');
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

  describe('refuses with 422 and every bad field', () => {
    const huge = 'x'.repeat(10_000);
    it.each<[string, unknown, readonly string[]]>([
      ['an empty body', {}, ['context', 'context.iid', 'placements']],
      ['no placements', { context: aContext(), placements: [] }, ['placements']],
      [
        '65 placements',
        { context: aContext(), placements: Array.from({ length: 65 }, () => aBox()) },
        ['placements'],
      ],
      ['placements that are no list', { context: aContext(), placements: {} }, ['placements']],
      [
        'a context that is a list',
        { context: [], placements: [aBox()] },
        ['context', 'context.iid'],
      ],
      ['no context', { placements: [aBox()] }, ['context', 'context.iid']],
      ['a list for a body', [], ['body']],
      [
        'iid and url missing',
        { context: {}, placements: [aBox()] },
        ['context.iid', 'context.url'],
      ],
      ['iid a number', { context: aContext({ iid: 5 }), placements: [aBox()] }, ['context.iid']],
      ['url an object', { context: aContext({ url: {} }), placements: [aBox()] }, ['context.url']],
      [
        'url of another scheme',
        { context: aContext({ url: 'javascript:alert(1)' }), placements: [aBox()] },
        ['context.url'],
      ],
      [
        'url without a host',
        { context: aContext({ url: 'https://' }), placements: [aBox()] },
        ['context.url'],
      ],
      [
        'medium a number',
        { context: aContext({ medium: 1 }), placements: [aBox()] },
        ['context.medium'],
      ],
      [
        'an unknown medium',
        {
          context: aContext({ url: 'https://new.example', medium: 'radio' }),
          placements: [aBox()],
        },
        ['context.medium'],
      ],
      [
        'an unknown vendor of a known medium',
        { context: aContext({ url: 'https://new.example', vendor: 'x' }), placements: [aBox()] },
        ['context.vendor'],
      ],
      [
        'a vendor without a medium, of a new site',
        {
          context: aContext({
            url: 'https://new.example',
            medium: undefined,
            vendor: 'decentraland',
          }),
          placements: [aBox()],
        },
        ['context.vendor'],
      ],
      [
        'publisher, medium and types at once',
        {
          context: aContext({ publisher: 'garbage!', medium: 'radio' }),
          placements: [aBox({ types: [] })],
        },
        ['context.publisher', 'context.medium', 'placements.0.types'],
      ],
      [
        'a malformed publisher, where placements are named',
        {
          context: aContext({ publisher: 'garbage!' }),
          placements: [{ id: '1', placementId: 'f'.repeat(32) }],
        },
        ['context.publisher'],
      ],
      [
        'url of nothing but www',
        { context: aContext({ url: 'http://www./x' }), placements: [aBox()] },
        ['context.url'],
      ],
      [
        'an empty iid and id',
        { context: aContext({ iid: '' }), placements: [aBox({ id: '' })] },
        ['context.iid', 'placements.0.id'],
      ],
      ['uid a list', { context: aContext({ uid: [] }), placements: [aBox()] }, ['context.uid']],
      [
        'walletmask text',
        { context: aContext({ walletmask: 'yes' }), placements: [aBox()] },
        ['context.walletmask'],
      ],
      [
        'metamask text',
        { context: aContext({ metamask: 'yes' }), placements: [aBox()] },
        ['context.metamask'],
      ],
      [
        'a publisher with a wrong checksum',
        { context: aContext({ publisher: '0001-00000002-0000' }), placements: [aBox()] },
        ['context.publisher'],
      ],
      [
        'an unknown publisher id',
        { context: aContext({ publisher: 'e'.repeat(32) }), placements: [aBox()] },
        ['context.publisher'],
      ],
      [
        'an unknown network',
        { context: aContext({ publisher: 'xyz:abc' }), placements: [aBox()] },
        ['context.publisher'],
      ],
      ['a placement that is text', { context: aContext(), placements: ['x'] }, ['placements.0']],
      [
        'id missing',
        { context: aContext(), placements: [aBox({ id: undefined })] },
        ['placements.0.id'],
      ],
      ['id a number', { context: aContext(), placements: [aBox({ id: 1 })] }, ['placements.0.id']],
      [
        'neither placementId nor size',
        { context: aContext(), placements: [{ id: '1' }] },
        ['placements.0.width', 'placements.0.height'],
      ],
      [
        'a malformed placementId',
        { context: aContext(), placements: [{ id: '1', placementId: 'abc' }] },
        ['placements.0.placementId'],
      ],
      [
        'placementId a number',
        { context: aContext(), placements: [{ id: '1', placementId: 7 }] },
        ['placements.0.placementId'],
      ],
      [
        'a width of nothing',
        { context: aContext(), placements: [aBox({ width: 0 })] },
        ['placements.0.width'],
      ],
      [
        'a width that is no number',
        { context: aContext(), placements: [aBox({ width: '1.5px' })] },
        ['placements.0.width'],
      ],
      [
        'a height below one pixel',
        { context: aContext(), placements: [aBox({ height: 0.9 })] },
        ['placements.0.height'],
      ],
      [
        'a height in words',
        { context: aContext(), placements: [aBox({ height: 'tall' })] },
        ['placements.0.height'],
      ],
      [
        'types empty',
        { context: aContext(), placements: [aBox({ types: [] })] },
        ['placements.0.types'],
      ],
      [
        'types text',
        { context: aContext(), placements: [aBox({ types: 'image' })] },
        ['placements.0.types'],
      ],
      [
        'a number among types',
        { context: aContext(), placements: [aBox({ types: ['image', 1] })] },
        ['placements.0.types.1'],
      ],
      [
        'mimes an object',
        { context: aContext(), placements: [aBox({ mimes: {} })] },
        ['placements.0.mimes'],
      ],
      [
        'topframe text',
        { context: aContext(), placements: [aBox({ topframe: 'no' })] },
        ['placements.0.topframe'],
      ],
      [
        'name a number',
        { context: aContext(), placements: [aBox({ name: 1 })] },
        ['placements.0.name'],
      ],
      [
        'huge texts',
        {
          context: aContext({ iid: huge, url: `https://${huge}`, publisher: huge }),
          placements: [aBox({ id: huge, name: huge })],
        },
        ['context.iid', 'context.url', 'context.publisher', 'placements.0.id', 'placements.0.name'],
      ],
      [
        'bad fields everywhere',
        { context: { iid: 1, url: 2, uid: 3 }, placements: [{ id: 4 }, aBox({ types: 5 }), 6] },
        [
          'context.iid',
          'context.url',
          'context.uid',
          'placements.0.id',
          'placements.0.width',
          'placements.0.height',
          'placements.1.types',
          'placements.2',
        ],
      ],
    ])('%s', async (_case, json, fields) => {
      const { status, body } = await send(`${app.url}/supply/find`, { json });
      expect([status, Object.keys(body.errors ?? {}).sort()]).toEqual([422, [...fields].sort()]);
      expect(body).toMatchObject({
        code: 422,
        error: { code: 422, message: body.message, details: body.errors },
      });
    });

    it('prototype keys are members like any others', async () => {
      const text = `{"context":{"iid":"a","url":"https://p.example","__proto__":{"publisher":5},"constructor":1},"placements":[{"id":"1","width":300,"height":250,"__proto__":{"types":7}}],"__proto__":{"placements":[]}}`;
      const { status, body } = await send(`${app.url}/supply/find`, {
        method: 'POST',
        body: text,
        headers: { 'Content-Type': 'application/json' },
      });
      expect([status, body.data.length]).toEqual([200, 1]);
      expect(({} as { publisher?: unknown }).publisher).toBeUndefined();
    });

    it.each([
      ['a bad imp', {}, [aBox(), aBox({ id: 7 })]],
      ['an unknown medium', { medium: 'radio' }, [aBox()]],
      ['an unknown vendor', { vendor: 'x' }, [aBox()]],
      ['a vendor without its medium', { medium: undefined, vendor: 'decentraland' }, [aBox()]],
    ])('and writes nothing for %s', async (_case, changes, placements) => {
      const publisher = '0001-00000005-CBCA';
      const { accounts, sites, placements: boxes } = app.ctx;
      const count = () =>
        Promise.all(
          [accounts, sites, boxes].map(({ models: [model] }) => model!.estimatedDocumentCount()),
        );
      const before = await count();
      const context = aContext({ publisher, url: 'https://nothing.example', ...changes });
      expect((await find(app, context, placements)).status).toBe(422);
      expect(await count()).toEqual(before);
    });

    it.each(['box', 'placement'])('another medium than the known site’s, of a %s', async (how) => {
      const { placementId } = (await find(app, aContext(), [aBox()])).body.data[0];
      const { status, body } = await find(app, aContext({ medium: 'metaverse' }), [
        how === 'box' ? aBox() : { id: '1', placementId },
      ]);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['context.medium']]);
    });
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

describe('POST /supply/find where publishers are not made automatically', () => {
  it('refuses an unknown publisher and makes nothing', async () => {
    const app = await startApp({ env: { ADGATE_AUTOMATIC_PUBLISHERS: '0' } });
    const { status, body } = await find(app, aContext(), [aBox()]);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['context.publisher']]);
    expect(await app.ctx.accounts.findByProvenAddress(`ads:${payTo}`)).toBeNull();
  });
});

describe('why a placement is not put to the selection', () => {
  let app: TestApp;
  let token: string;
  let placementId: string;
  let publisherId: string;
  let siteId: string;

  beforeAll(async () => {
    app = await startApp();
    token = await logIn(app, 'operator');
    await createActiveCampaign(app.ctx);
    const { body } = await find(app, aContext(), [aBox()]);
    [{ placementId, publisherId, siteId }] = body.data;
  });

  /** Changes a document behind the gateway's back, and tells it as the change feed does. */
  async function change(what: 'accounts' | 'sites' | 'placements', set: object): Promise<void> {
    const _id = { accounts: publisherId, sites: siteId, placements: placementId }[what];
    const [model] = app.ctx[what].models as readonly {
      updateOne(a: object, b: object): Promise<unknown>;
    }[];
    await model!.updateOne({ _id }, { $set: set });
    await app.ctx.supplyDirectory.refresh({
      siteIds: [siteId],
      placementIds: [placementId],
      accountIds: [publisherId],
    });
  }

  const reasonOf = async (context: object, id = placementId) => {
    const placements = [{ id: 'a', placementId: id }];
    const { status, body } = await find(app, context, placements, { 'X-Debug-Supply': token });
    expect([status, body.data]).toEqual([200, []]);
    return [body.debug[0].reason, body.debug[0].statusCode];
  };

  it.each([
    ['placementNotActive', 521, 'placements', { status: 'archived' }, { status: 'active' }],
    ['siteNotActive', 522, 'sites', { status: 'inactive' }, { status: 'active' }],
    ['publisherSuspended', 524, 'accounts', { suspendedReason: 'x' }, { suspendedReason: null }],
    ['notPublisher', 527, 'accounts', { roles: [] }, { roles: ['publisher'] }],
    [
      'otherPublisher',
      526,
      'accounts',
      { provenAddresses: ['ads:0001-00000003-AB0C'] },
      { provenAddresses: [`ads:${payTo}`] },
    ],
  ] as const)('%s', async (reason, code, what, set, back) => {
    await change(what, set);
    expect(await reasonOf(aContext())).toEqual([reason, code]);
    await change(what, back);
    expect((await find(app, aContext(), [{ id: 'a', placementId }])).body.data).toHaveLength(1);
  });

  it('otherHost', async () => {
    expect(await reasonOf(aContext({ url: 'https://other.example' }))).toEqual(['otherHost', 523]);
  });

  it('otherPublisher, of an account that is none', async () => {
    const context = aContext({ publisher: 'e'.repeat(32) });
    expect(await reasonOf(context)).toEqual(['otherPublisher', 526]);
  });

  it('unknownPlacement', async () => {
    expect(await reasonOf(aContext(), 'f'.repeat(32))).toEqual(['unknownPlacement', 520]);
  });

  it('placementNotLookedUp', async () => {
    const away = new Error('connect ECONNREFUSED');
    away.name = 'MongoNetworkError';
    const broken = jest.spyOn(app.ctx.placements, 'listByIds').mockRejectedValue(away);
    expect(await reasonOf(aContext(), 'e'.repeat(32))).toEqual(['placementNotLookedUp', 525]);
    broken.mockRestore();
  });
});

describe('the parser of a find', () => {
  it('is asked once, whether it comes by REST or by GraphQL', async () => {
    const name = 'BidRequestInput';
    const parse = findParser(name)!;
    const counting = jest.fn(parse);
    defineInput(name, counting);
    try {
      const app = await startApp();
      await find(app, aContext(), [aBox()]);
      expect(counting).toHaveBeenCalledTimes(1);
      const query = `mutation { requestBids(bidRequest: { id: "1", site: { url: "http://a.example" }, imps: [] }) { bids { impId } } }`;
      const { body } = await send(`${app.url}/graphql`, { json: { query } });
      expect(body.errors[0].extensions.details).toEqual({
        imps: ['must have 1 to 64 entries, not 0'],
      });
      expect(counting).toHaveBeenCalledTimes(2);
    } finally {
      defineInput(name, parse);
    }
  });
});

describe('two gateways on one database', () => {
  it('serve what the other one starts, and stop what it pauses, within 2 seconds', async () => {
    const mongodbUri = await freshDatabase();
    const one = await startApp({ mongodbUri });
    const two = await startApp({ mongodbUri });
    const findOnTwo = async () =>
      (await find(two, aContext(), [aBox()])).body.data.length as number;

    expect(await findOnTwo()).toBe(0);
    const { campaign } = await createActiveCampaign(one.ctx);
    expect(await changesWithin(2_000, findOnTwo, 1)).toBe(true);
    const { advertiserId, id } = campaign;
    await updateCampaign(one.ctx, { advertiserId, id, changes: { status: 'inactive' } });
    expect(await changesWithin(2_000, findOnTwo, 0)).toBe(true);
  });
});

/** Asks until the answer is as expected or the time is over. */
async function changesWithin<Value>(
  ms: number,
  ask: () => Promise<Value>,
  expected: Value,
): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (Date.now() < deadline) if ((await ask()) === expected) return true;
  return false;
}

describe('GET /supply/register', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  const cookieOf = ({ headers }: Reply) =>
    /^tid=([\w-]{30});/.exec(headers.get('set-cookie') ?? '')?.[1];

  it('answers an HTML document that reports to the page around it, and a tracking cookie', async () => {
    const reply = await send(`${app.url}/supply/register?iid=${randomUUID()}&stid=user-1`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=UTF-8',
    ]);
    const script = /<script>(.*)<\/script>/s.exec(String(reply.body))![1]!;
    expect(script).toContain('insertElem');
    const scriptHash = createHash('sha256').update(script).digest('base64');
    expect(reply.headers.get('content-security-policy')).toContain(`'sha256-${scriptHash}'`);
    expect(reply.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax$/);
  });

  it('gives the same id to the same seed, and keeps the one of a valid cookie', async () => {
    const register = (query: string, headers = {}) =>
      send(`${app.url}/supply/register?${query}`, { headers });
    const first = cookieOf(await register('iid=a&stid=user-1'));
    expect(cookieOf(await register('iid=b&stid=user-1'))).toBe(first);
    expect(cookieOf(await register('iid=c&stid=user-2'))).not.toBe(first);
    expect(cookieOf(await register('iid=d', { Cookie: `x=y; tid=${first!}` }))).toBe(first);
    const forged = `${first!.slice(0, -1)}${first!.endsWith('A') ? 'B' : 'A'}`;
    expect(cookieOf(await register('iid=e&stid=user-2', { Cookie: `tid=${forged}` }))).not.toBe(
      forged,
    );
  });

  it('gives a new visitor an id that impression and address alone do not tell', async () => {
    const reply = await send(`${app.url}/supply/register?iid=known-to-all`);
    const id = Buffer.from(cookieOf(reply)!, 'base64url').subarray(0, 16).toString('hex');
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '::1'])
      expect(createHash('sha256').update(`known-to-all\0${address}`).digest('hex')).not.toContain(
        id,
      );
    expect(cookieOf(await send(`${app.url}/supply/register?iid=known-to-all`))).toBe(
      cookieOf(reply),
    );
  });

  it('sets no cookie where the visitor asks not to be tracked, not even the one that comes', async () => {
    const first = cookieOf(await send(`${app.url}/supply/register?iid=a&stid=user-1`));
    const reply = await send(`${app.url}/supply/register?iid=b&stid=user-1`, {
      headers: { 'Sec-GPC': '1', Cookie: `tid=${first!}` },
    });
    expect([reply.status, reply.headers.get('set-cookie')]).toEqual([200, null]);
    expect(reply.body).toContain('insertElem');
  });

  it.each([
    ['no iid', ''],
    ['an empty iid', 'iid='],
    ['iid twice', 'iid=a&iid=b'],
    ['an endless iid', `iid=${'x'.repeat(300)}`],
  ])('refuses %s', async (_case, query) => {
    const { status, body } = await send(`${app.url}/supply/register?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['iid']]);
  });
});
