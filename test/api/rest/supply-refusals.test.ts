import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getMetadataStorage } from 'type-graphql';
import { parseBidRequest } from '../../../src/market/serving/bid-request';
import { send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { aBox, aContext, find, payTo } from './supply-finds';

describe('POST /supply/find refuses with 422 and every bad field', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    await createActiveCampaign(app.ctx);
  });

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
    ['a context that is a list', { context: [], placements: [aBox()] }, ['context', 'context.iid']],
    ['no context', { placements: [aBox()] }, ['context', 'context.iid']],
    ['a list for a body', [], ['body']],
    ['iid and url missing', { context: {}, placements: [aBox()] }, ['context.iid', 'context.url']],
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
      'url of a host that is longer than names are',
      { context: aContext({ url: `http://${'a.'.repeat(127)}b` }), placements: [aBox()] },
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
    ['a test text', { context: aContext({ test: 'yes' }), placements: [aBox()] }, ['context.test']],
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

describe('POST /supply/find where publishers are not made automatically', () => {
  it('refuses an unknown publisher and makes nothing', async () => {
    const app = await startApp({ env: { ADGATE_AUTOMATIC_PUBLISHERS: '0' } });
    const { status, body } = await find(app, aContext(), [aBox()]);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['context.publisher']]);
    expect(await app.ctx.accounts.findByProvenAddress(`ads:${payTo}`)).toBeNull();
  });
});

describe('the parser of a find', () => {
  it('is asked once, whether it comes by REST or by GraphQL', async () => {
    const counting = jest.fn(parseBidRequest);
    const { inputTypes } = getMetadataStorage();
    const input = inputTypes.find(({ name }) => name === 'BidRequestInput')!;
    const { extensions } = input;
    input.extensions = { parse: counting };
    try {
      const app = await startApp();
      await find(app, aContext(), [aBox()]);
      expect(counting).toHaveBeenCalledTimes(1);
      const query = `mutation { requestBids(bidRequest: { id: "1", site: { url: "http://a.example" }, imps: [] }) { bids { impId } } }`;
      const { body } = await sendGraphql(app, null, query);
      expect(body.errors[0].extensions.details).toEqual({
        imps: ['must have 1 to 64 entries, not 0'],
      });
      expect(counting).toHaveBeenCalledTimes(2);
    } finally {
      input.extensions = extensions!;
    }
  });
});
