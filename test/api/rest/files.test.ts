import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import type { Creative } from '../../../src/demand/creatives/creative.resource';
import { createCreative } from '../../../src/demand/creatives/creative.service';
import { send, startApp, type TestApp } from '../../support/app';
import { aCampaign, aPng, createActiveCampaign } from '../../support/campaigns';
import { anMp4 } from '../../support/contents';

describe('GET /serve/x<id>.doc', () => {
  let app: TestApp;
  let image: Creative;
  let html: Creative;
  const content = aPng('300x250');

  beforeAll(async () => {
    app = await startApp();
    const { id: campaignId, advertiserId } = await createCampaign(app.ctx, aCampaign());
    const owner = { advertiserId, campaignId };
    image = await createCreative(app.ctx, { ...owner, name: 'Image', type: 'image', content });
    html = await createCreative(app.ctx, {
      ...owner,
      name: 'Document',
      type: 'html',
      scope: '300x250',
      content: Buffer.from('<!doctype html><body><script>parent.document.title="x"</script>'),
    });
  });
  const serve = (creative: Creative, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/serve/x${creative.id}.doc?v=${creative.hash.slice(0, 4)}`, { headers });

  it('answers the exact bytes, again and again', async () => {
    for (const _time of ['stored', 'kept in memory']) {
      const response = await serve(image);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.equals(content)).toBe(true);
      expect(createHash('sha1').update(bytes).digest('hex')).toBe(image.hash);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        etag: `"${image.hash}"`,
        'cache-control': 'public, max-age=31536000, immutable, no-transform',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('does not serve a document that was stored before its policy stood in its bytes', async () => {
    const { advertiserId, campaignId } = html;
    const other = await createCreative(app.ctx, {
      advertiserId,
      campaignId,
      name: 'Stored long ago',
      type: 'html',
      scope: '300x250',
      content: Buffer.from('<!doctype html><body>Stored long ago</body>'),
    });
    const old = Buffer.from('<!DOCTYPE html><html><head></head><body>ago</body></html>');
    const stored = await app.ctx.creatives.findContent(other.id);
    await app.ctx.contents.models[0]!.updateOne({ _id: stored!.contentId }, { bytes: old });
    expect((await serve(other)).status).toBe(404);
    expect((await fetch(`${app.url}/serve/x${other.id}.doc?xdr`)).status).toBe(404);
    expect((await serve(html)).status).toBe(200);
  });

  it('answers 304 to who has it', async () => {
    const response = await serve(image, { 'If-None-Match': `"${image.hash}"` });
    expect([response.status, await response.text()]).toEqual([304, '']);
  });

  it.each([
    ['bytes=0-3', 206, [0, 4]],
    ['bytes=10-', 206, [10, undefined]],
    ['Bytes=10-', 206, [10, undefined]],
    ['bytes=-5', 206, [-5, undefined]],
    ['bytes=0-999999', 206, [0, undefined]],
    ['bytes=0-1,4-5', 200, [0, undefined]],
    ['lines=1-2', 200, [0, undefined]],
  ] as const)('answers the range %s with %i', async (range, status, [start, end]) => {
    const response = await serve(image, { Range: range });
    expect(response.status).toBe(status);
    expect(Buffer.from(await response.arrayBuffer()).equals(content.subarray(start, end))).toBe(
      true,
    );
  });

  it.each([
    ['the same content', () => `"${image.hash}"`, 206],
    ['another content', () => `"${html.hash}"`, 200],
    ['a weak tag', () => `W/"${image.hash}"`, 200],
    ['a date', () => 'Sat, 21 Nov 2026 00:00:00 GMT', 200],
  ])('answers a range of %s with the right part or the whole', async (_what, tag, status) => {
    const response = await serve(image, { Range: 'bytes=0-3', 'If-Range': tag() });
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([
      status,
      status === 206 ? 4 : content.length,
    ]);
  });

  it.each(['', 'x', '.png'])('serves by older names too: %s', async (form) => {
    const name = form === 'x' ? `x${image.id}` : `${image.id}${form}`;
    const response = await fetch(`${app.url}/serve/${name}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('answers base64 text to who asks for it', async () => {
    const response = await fetch(`${app.url}/serve/x${html.id}.doc?xdr`);
    const text = await response.text();
    expect(response.headers.get('content-type')).toBe('text/plain; charset=us-ascii');
    const hash = createHash('sha1').update(Buffer.from(text, 'base64')).digest('hex');
    expect(hash).toBe(html.hash);
  });

  it('serves parts of a video as players ask for them', async () => {
    const video = await createCreative(app.ctx, {
      advertiserId: image.advertiserId,
      campaignId: image.campaignId,
      name: 'Video',
      type: 'video',
      content: anMp4(),
    });
    const response = await serve(video, { Range: 'bytes=100-199' });
    expect([response.status, response.headers.get('content-type')]).toEqual([206, 'video/mp4']);
    expect(Buffer.from(await response.arrayBuffer()).equals(anMp4().subarray(100, 200))).toBe(true);
  });

  it('refuses a range behind the end', async () => {
    const response = await serve(image, { Range: 'bytes=999999-' });
    expect([response.status, response.headers.get('content-range')]).toEqual([
      416,
      `bytes */${content.length}`,
    ]);
    expect(await response.json()).toMatchObject({
      code: 416,
      message: `the content has ${content.length} bytes`,
    });
  });

  it('puts documents into an origin of their own', async () => {
    const response = await serve(html);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toMatch(/^sandbox /);
    expect(policy).not.toContain('allow-same-origin');
  });

  it.each([
    'x' + '0'.repeat(32) + '.doc',
    'xabc.doc',
    '..%2f..%2fetc%2fpasswd',
    'x' + '0'.repeat(33),
  ])('answers 404 to %s', async (name) => {
    const response = await fetch(`${app.url}/serve/${name}`);
    expect([response.status, ((await response.json()) as { code: number }).code]).toEqual([
      404, 404,
    ]);
  });

  it.each([
    ['reflects an origin, with its cookies', 'https://news.example', 'true'],
    ['reflects the origin of a sandbox', 'null', 'true'],
    ['gives who names no origin the answer for all', undefined, null],
  ])('%s, and tells caches so', async (_case, origin, credentials) => {
    const { headers } = await serve(image, origin === undefined ? {} : { Origin: origin });
    expect([
      headers.get('access-control-allow-origin'),
      headers.get('access-control-allow-credentials'),
      headers.get('vary'),
    ]).toEqual([origin ?? '*', credentials, 'Origin']);
  });

  it('reflects the origin where the bytes have not changed, and where there are none', async () => {
    const origin = 'https://news.example';
    const same = await serve(image, { Origin: origin, 'If-None-Match': `"${image.hash}"` });
    const none = await fetch(`${app.url}/serve/x${'0'.repeat(32)}.doc`, {
      headers: { Origin: origin },
    });
    for (const [status, response] of [
      [304, same],
      [404, none],
    ] as const)
      expect([
        response.status,
        response.headers.get('access-control-allow-origin'),
        response.headers.get('vary'),
      ]).toEqual([status, origin, 'Origin']);
  });

  it('answers HEAD with the headers alone', async () => {
    const response = await fetch(`${app.url}/serve/x${image.id}.doc`, { method: 'HEAD' });
    expect([
      response.status,
      response.headers.get('content-length'),
      response.headers.get('access-control-allow-origin'),
      await response.text(),
    ]).toEqual([200, String(content.length), '*', '']);
  });

  it.each(['bytes=0-3', 'bytes=999999-'])('heeds no range of HEAD: %s', async (range) => {
    const { status, headers } = await fetch(`${app.url}/serve/x${image.id}.doc`, {
      method: 'HEAD',
      headers: { Range: range },
    });
    expect([status, headers.get('content-range'), headers.get('content-length')]).toEqual([
      200,
      null,
      String(content.length),
    ]);
  });

  it('answers preflights', async () => {
    const { status, headers } = await fetch(`${app.url}/serve/x${image.id}.doc`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://news.example', 'Access-Control-Request-Headers': 'range' },
    });
    expect([
      status,
      headers.get('access-control-allow-origin'),
      headers.get('access-control-allow-methods'),
      headers.get('access-control-allow-headers'),
    ]).toEqual([204, 'https://news.example', 'GET, HEAD, OPTIONS', 'range']);
  });

  it('answers 405 to POST', async () => {
    const { status, headers } = await fetch(`${app.url}/serve/x${image.id}.doc`, {
      method: 'POST',
    });
    expect([status, headers.get('allow'), headers.get('access-control-allow-origin')]).toEqual([
      405,
      'GET, HEAD, OPTIONS',
      '*',
    ]);
  });
});

describe('ADGATE_SERVE_URL and ADGATE_DOCUMENT_ORIGINS', () => {
  it('put creatives on another host, and let documents load from hosts of the operator’s', async () => {
    const app = await startApp({
      env: {
        ADGATE_SERVE_URL: 'https://cdn.example',
        ADGATE_DOCUMENT_ORIGINS: 'https://fonts.example',
      },
    });
    const { campaign } = await createActiveCampaign(app.ctx);
    const { body } = await send(`${app.url}/supply/find`, {
      json: {
        context: { iid: crypto.randomUUID(), url: 'https://news.example' },
        placements: [{ id: '1', width: 300, height: 250 }],
      },
    });
    expect(body.data[0].serveUrl).toMatch(/^https:\/\/cdn\.example\/serve\/x[0-9a-f]{32}\.doc\?v=/);
    const html = await createCreative(app.ctx, {
      advertiserId: campaign.advertiserId,
      campaignId: campaign.id,
      name: 'Document',
      type: 'html',
      scope: '300x250',
      content: Buffer.from(
        '<body><link rel="stylesheet" href="https://fonts.example/a.css"><p>x</p></body>',
      ),
    });
    const { headers } = await fetch(`${app.url}/serve/x${html.id}.doc`);
    expect(headers.get('content-security-policy')).toContain(
      "style-src 'unsafe-inline' data: https://fonts.example;",
    );
  });
});
