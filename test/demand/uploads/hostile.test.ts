import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { accessToken, startApp, type TestApp } from '../../support/app';
import { aBox, anMp4, aTrack, aVox, aVoxChunk } from '../../support/contents';
import { uploadFile, type UploadOptions } from '../../support/uploads';
import { harmlessDocuments, refusedDocuments } from './hostile-documents';
import { harmlessImages, type HostileCase, refusedImages } from './hostile-images';

const model = { type: 'model', medium: 'metaverse', vendor: 'cryptovoxels' };
const mp4 = anMp4();

const refusedVideos: readonly HostileCase[] = [
  ['a text', Buffer.from('hello')],
  ['a WebM', Buffer.from('1a45dfa3', 'hex')],
  ['an AVI', Buffer.from('RIFF\0\0\0\0AVI LIST')],
  ['nothing but its type', aBox('ftyp', Buffer.from('isom\0\0\0\0isom'))],
  ['an unknown brand', anMp4('300x250', { brand: 'evil' }).fill('evil', 16, 20)],
  ['sound alone', anMp4('300x250', { tracks: [aTrack('0x0', 'soun')] })],
  ['two tracks of pictures', anMp4('300x250', { tracks: [aTrack('300x250'), aTrack('728x90')] })],
  ['a track without a size', anMp4('0x0')],
  ['a track of 30,000 x 30,000', anMp4('30000x30000')],
  ['no data', mp4.subarray(0, mp4.indexOf('mdat') - 4)],
  ['a file cut in its head', mp4.subarray(0, 60)],
  ['a file cut in its data', mp4.subarray(0, mp4.length - 100)],
  ['bytes behind its boxes', Buffer.concat([mp4, Buffer.from('<script>')])],
  ['a box of 4 bytes', Buffer.concat([mp4, Buffer.from([0, 0, 0, 4]), Buffer.from('free')])],
  [
    'a box of 2^63 bytes',
    Buffer.concat([mp4, Buffer.from([0, 0, 0, 1]), Buffer.from('free'), Buffer.alloc(8, 0x7f)]),
  ],
  [
    'a hundred thousand boxes',
    Buffer.concat([mp4, ...Array.from({ length: 100_000 }, () => aBox('free'))]),
  ],
  ['2 MB', Buffer.concat([mp4, aBox('free', Buffer.alloc(2_000_000))])],
];

const refusedModels: readonly HostileCase[] = [
  ['a text', Buffer.from('hello')],
  ['glTF, which the vendor does not take', Buffer.from('glTF')],
  ['nothing but its mark', Buffer.from('VOX ')],
  ['a file cut short', aVox().subarray(0, 40)],
  ['bytes behind its chunks', Buffer.concat([aVox(), Buffer.from('x')])],
  ['a version of the far future', aVox().fill(0xff, 4, 8)],
  ['no voxels', aVox([aVoxChunk('SIZE', Buffer.alloc(12))])],
  ['a chunk that is longer than the file', aVox().fill(0xff, 24, 28)],
  ['a million chunks', aVox(Array.from({ length: 80_000 }, () => aVoxChunk('x', Buffer.alloc(0))))],
];

const refusedLinks: readonly HostileCase[] = [
  ['a script', Buffer.from('javascript:alert(1)')],
  ['a script in odd letters', Buffer.from('java\nscript:alert(1)')],
  ['data', Buffer.from('data:text/html,<script>alert(1)</script>')],
  ['a file', Buffer.from('file:///etc/passwd')],
  ['credentials', Buffer.from('https://user:password@shop.example/')],
  ['two URLs', Buffer.from('https://shop.example/\nhttps://evil.example/')],
  ['a line end for a header', Buffer.from('https://shop.example/\r\nSet-Cookie: a=b')],
  ['a zero byte', Buffer.from('https://shop.example/\0')],
  ['bytes that are no text', Buffer.from([0xff, 0xfe])],
  ['1,025 bytes', Buffer.from(`https://shop.example/${'a'.repeat(1_004)}`)],
  ['no protocol', Buffer.from('//shop.example')],
];

let app: TestApp;
let token: string;
let before: { readonly rss: number };

const spooled = () => readdirSync(join(app.ctx.config.dataFolder, 'uploads'));
const stored = async () => ({
  uploads: await app.ctx.uploads.models[0]!.countDocuments(),
  contents: await app.ctx.contents.models[0]!.countDocuments(),
});

beforeAll(async () => {
  app = await startApp();
  token = await accessToken(app, { scopes: ['campaign.write'] });
  before = { rss: process.memoryUsage.rss() };
});
afterEach(() => {
  expect(spooled()).toEqual([]);
});

async function expectRefused(content: Buffer, options: UploadOptions): Promise<void> {
  const kept = await stored();
  const { status, body } = await uploadFile(app, token, content, options);
  expect([status, body.code]).toEqual([422, 422]);
  expect(['file', 'scope']).toEqual(expect.arrayContaining(Object.keys(body.errors)));
  expect(await stored()).toEqual(kept);
}

describe('uploads that are refused', () => {
  it.each(refusedImages)('as an image: %s', async (_what, content) => {
    await expectRefused(content, { type: 'image', mime: 'image/png', filename: 'a.png' });
  });

  it.each(refusedDocuments)('as a document: %s', async (_what, content) => {
    await expectRefused(content, { type: 'html', scope: '300x250', mime: 'text/html' });
  });

  it.each(refusedVideos)('as a video: %s', async (_what, content) => {
    await expectRefused(content, { type: 'video', mime: 'video/mp4' });
  });

  it.each(refusedModels)('as a model: %s', async (_what, content) => {
    await expectRefused(content, model);
  });

  it.each(refusedLinks)('as a link: %s', async (_what, content) => {
    await expectRefused(content, { type: 'direct', scope: 'pop-up' });
  });
});

describe('uploads that are harmless', () => {
  it.each([
    ...harmlessImages.map(([what, content]) => [what, content, { type: 'image' }] as const),
    ...harmlessDocuments.map(
      ([what, content]) => [what, content, { type: 'html', scope: '300x250' }] as const,
    ),
    [
      'a page in a box of a video',
      Buffer.concat([mp4, aBox('free', Buffer.from('<script>hit()</script>'))]),
      { type: 'video' },
    ] as const,
  ])('%s', async (_what, content, options) => {
    const started = Date.now();
    const { status, body } = await uploadFile(app, token, content, options);
    expect(Date.now() - started).toBeLessThan(5_000);
    // Refusing is fine too; what is taken is shown as what it is, and nothing else.
    if (status === 422) return;
    expect(status).toBe(200);
    const shown = await fetch(body.data.url);
    const { headers } = shown;
    expect(await shown.text()).not.toContain('evil.example');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-type')).toMatch(/^(image\/(png|gif|jpeg)|video\/mp4|text\/html)/);
    if (options.type === 'html')
      expect(headers.get('content-security-policy')).toMatch(/^sandbox allow-scripts/);
  });
});

it('leaves memory bounded', () => {
  expect(process.memoryUsage.rss() - before.rss).toBeLessThan(600 * 2 ** 20);
});
