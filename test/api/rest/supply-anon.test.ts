import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const metaverse = { campaign: { medium: 'metaverse' }, sizes: ['1024x1024'] };
  await createActiveCampaign(app.ctx, metaverse);
});

/** A request as plugins of scenes send it. */
const aRequest = (changes: object = {}) => ({
  pay_to: 'ads:0001-00000002-BB2D',
  view_id: randomUUID(),
  zone_name: 'wall',
  width: 2.5,
  height: 2.5,
  min_dpi: 10,
  exclude: { quality: ['low'] },
  type: ['image', 'video'],
  mime_type: ['image/jpeg', 'image/png', 'video/mp4'],
  context: {
    site: { url: 'https://scene-3-n7.decentraland.org/', keywords: 'a,b', metamask: 1 },
    user: { account: null },
  },
  medium: 'metaverse',
  vendor: 'decentraland',
  version: '1.1.7',
  ...changes,
});
const ask = (json: object) => send(`${app.url}/supply/anon?stid=null`, { json });

describe('/supply/anon', () => {
  it('answers a scene in the words of the earliest find', async () => {
    const request = aRequest();
    const { status, body } = await ask(request);
    expect(status).toBe(200);
    const [banner] = body.banners;
    expect(body).toEqual({
      banners: [
        {
          id: expect.stringMatching(/^[0-9a-f]{32}$/),
          publisher_id: expect.stringMatching(/^[0-9a-f]{32}$/),
          zone_id: expect.stringMatching(/^[0-9a-f]{32}$/),
          pay_from: '0001-00000001-8B4E',
          pay_to: '0001-00000001-8B4E',
          type: 'image',
          size: '1024x1024',
          serve_url: expect.stringContaining('/serve/x'),
          creative_sha1: expect.stringMatching(/^[0-9a-f]{40}$/),
          click_url: expect.stringContaining('/click?e='),
          view_url: expect.stringContaining('/view?e='),
          rpm: expect.any(Number),
          request_id: request.view_id,
          info_box: false,
        },
      ],
      zones: [{ id: banner.zone_id, request_id: request.view_id }],
      success: true,
    });
    const view = `${banner.view_url}&cid=${randomUUID().replaceAll('-', '')}&ctx=e30&iid=x&json=1&stid=null`;
    expect((await send(view)).status).toBe(200);
  });

  it('takes a query, with lists and objects as forms spell them', async () => {
    const query = new URLSearchParams({
      pay_to: 'ads:0001-00000002-BB2D',
      view_id: randomUUID(),
      width: '30',
      height: '30.5',
      'type[]': 'IMAGE',
      'context[site][url]': 'https://scene-3-n7.decentraland.org/',
      medium: 'metaverse',
    });
    const { status, body, headers } = await send(`${app.url}/supply/anon?${query.toString()}`);
    expect([status, body.success, body.banners.length]).toEqual([200, true, 1]);
    // Each find is an offer of its own: no cache answers in our place.
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  it('has as many pixels as it wants for each of its units', async () => {
    const found = async (min_dpi: number) => (await ask(aRequest({ min_dpi }))).body;
    expect((await found(400)).banners).toHaveLength(1);
    expect(await found(500)).toEqual({ banners: [], zones: [], success: true });
  });

  it('takes one type for a list of it, and none for any', async () => {
    expect(
      (await ask(aRequest({ type: 'image', mime_type: undefined }))).body.banners,
    ).toHaveLength(1);
    expect((await ask(aRequest({ type: [], mime_type: [] }))).body.banners).toHaveLength(1);
  });

  it('names what is missing or bad as the request does', async () => {
    const { status, body } = await ask({
      ...aRequest(),
      pay_to: undefined,
      view_id: undefined,
      width: undefined,
    });
    expect([status, Object.keys(body.errors).sort()]).toEqual([
      422,
      ['pay_to', 'view_id', 'width'],
    ]);
    const bad = await ask(aRequest({ height: -1, medium: 'radio', type: 'neon', context: {} }));
    expect([bad.status, Object.keys(bad.body.errors).sort()]).toEqual([
      422,
      ['context.site.url', 'height', 'medium'],
    ]);
  });
});
