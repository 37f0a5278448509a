import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { accessToken, logIn, send, startApp, type TestApp } from '../../support/app';
import { anAvif } from '../../support/avif';
import { aPng } from '../../support/campaigns';
import { aDocument, aGlb, anMp4, aVox, aZip } from '../../support/contents';
import {
  aForm,
  sendForm,
  uploadByGraphql,
  uploadFile,
  type UploadOptions,
} from '../../support/uploads';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await accessToken(app, { scopes: ['campaign.write'], email: 'ann@test.example' });
});

describe('POST /api/v2/campaigns/creative', () => {
  it.each([
    ['an image', aPng('300x250'), {}, 'image/png'],
    ['an MP4', anMp4(), { type: 'video' }, 'video/mp4'],
    ['an MP4 near a size', anMp4('600x500'), { type: 'video' }, 'video/mp4'],
    ['a document', aDocument(), { type: 'html', scope: '300x250' }, 'text/html; charset=utf-8'],
    [
      'a zipped document',
      aZip([
        { name: 'ad/', content: '' },
        { name: 'ad/index.html', content: aDocument() },
        { name: '__MACOSX/ad/._index.html', content: 'x' },
        { name: '.DS_Store', content: 'x' },
      ]),
      { type: 'html', scope: '300x250' },
      'text/html; charset=utf-8',
    ],
    [
      'a zipped document whose names begin with ./',
      aZip([
        { name: './', content: '' },
        { name: './index.html', content: aDocument('<img src="a.png">') },
        { name: '.\\a.png', content: aPng('300x250') },
        { name: './.DS_Store', content: 'x' },
      ]),
      { type: 'html', scope: '300x250' },
      'text/html; charset=utf-8',
    ],
    [
      'a link',
      'https://shop.example/sale?x=1\n',
      { type: 'direct', scope: 'pop-up' },
      'text/plain; charset=utf-8',
    ],
    ['the landing URL', '', { type: 'direct', scope: 'pop-under' }, 'text/plain; charset=utf-8'],
    [
      'a model',
      aVox(),
      { type: 'model', medium: 'metaverse', vendor: 'cryptovoxels' },
      'model/voxel',
    ],
  ] as const)('takes %s and previews it', async (_case, content, options, contentType) => {
    const { status, body } = await uploadFile(app, token, content, options);
    expect([status, body]).toEqual([
      200,
      {
        data: {
          id: expect.stringMatching(/^[0-9a-f]{12}4[0-9a-f]{3}[89ab]/),
          url: expect.any(String),
        },
      },
    ]);
    expect(body.data.url).toMatch(new RegExp(`^${app.url}/upload-preview/\\w+/${body.data.id}$`));
    const preview = await fetch(body.data.url);
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, contentType]);
    expect(preview.headers.get('x-content-type-options')).toBe('nosniff');
    expect(preview.headers.get('cache-control')).toContain('private');
  });

  it('previews the bytes of an image as they were sent', async () => {
    const content = aPng('728x90');
    const { body } = await uploadFile(app, token, content);
    const preview = await fetch(body.data.url);
    expect(Buffer.from(await preview.arrayBuffer()).equals(content)).toBe(true);
    const hash = createHash('sha1').update(content).digest('hex');
    expect(preview.headers.get('etag')).toBe(`"${hash}"`);
  });

  it('believes neither the name nor the type that the client claims', async () => {
    const { status } = await uploadFile(app, token, aPng('300x250'), {
      filename: '../../etc/passwd.svg',
      mime: 'image/svg+xml',
    });
    expect(status).toBe(200);
  });

  it('takes names in white space and an empty vendor for none', async () => {
    const { status } = await uploadFile(app, token, aPng('300x250'), {
      medium: ' web ',
      vendor: '',
    });
    expect(status).toBe(200);
  });

  it.each([
    ['no medium', { medium: '' }, ['medium']],
    ['an unknown medium', { medium: 'radio' }, ['medium']],
    ['a medium of 1,000 letters', { medium: 'm'.repeat(1_000) }, ['medium']],
    ['a prototype key for a medium', { medium: '__proto__' }, ['medium']],
    ['an unknown vendor', { vendor: 'constructor' }, ['vendor']],
    ['a vendor of 1,000 letters', { vendor: 'v'.repeat(1_000) }, ['vendor']],
    ['no type', { type: '' }, ['type']],
    ['an unknown type', { type: 'audio' }, ['type']],
    ['a type that the medium has not', { type: 'model' }, ['type']],
    ['a prototype key for a type', { type: '__proto__' }, ['type']],
    ['a scope of 1,000 letters', { type: 'html', scope: '1'.repeat(1_000) }, ['scope']],
    [
      'everything wrong',
      { medium: '', type: 'x', scope: 's'.repeat(65) },
      ['medium', 'type', 'scope'],
    ],
  ] satisfies [string, UploadOptions, string[]][])('refuses %s', async (_case, options, fields) => {
    const { status, body } = await uploadFile(app, token, aDocument(), options);
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, [...fields].sort()]);
  });

  it('names everything that is missing', async () => {
    const form = new FormData();
    form.set('x', 'y');
    const { status, body } = await sendForm(app, token, form);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['file', 'medium', 'type']]);
  });

  it.each([
    ['medium', { medium: 'radio' }],
    ['vendor', { medium: 'web', vendor: 'decentraland' }],
  ])('names an unknown %s beside what is missing', async (name, members) => {
    const form = new FormData();
    for (const [member, value] of Object.entries(members)) form.set(member, value);
    const { status, body } = await sendForm(app, token, form);
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, ['file', 'type', name].sort()]);
  });

  it.each([
    ['a field that comes twice', 'medium'],
    ['a nested field', 'medium[name]'],
  ])('refuses %s', async (_case, name) => {
    const form = aForm(aPng('300x250'));
    form.append(name, 'web');
    const { status, body } = await sendForm(app, token, form);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['medium']]);
  });

  it('refuses a second file, and a text for a file', async () => {
    const two = aForm(aPng('300x250'));
    two.append('file', new Blob(['x']), 'second.png');
    const text = aForm('');
    text.set('file', 'text');
    for (const form of [two, text]) {
      const { status, body } = await sendForm(app, token, form);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['file']]);
    }
  });

  it.each([
    ['JSON', { 'Content-Type': 'application/json' }, '{}', 415],
    ['no content type', {}, '', 415],
    ['a form without a boundary', { 'Content-Type': 'multipart/form-data' }, 'x', 415],
    [
      'a form that ends early',
      { 'Content-Type': 'multipart/form-data; boundary=b' },
      '--b\r\n',
      400,
    ],
    [
      'a compressed form',
      { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Encoding': 'gzip' },
      'x',
      415,
    ],
  ])('refuses %s', async (_case, headers, body, status) => {
    const reply = await send(`${app.url}/api/v2/campaigns/creative`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, ...(headers as Record<string, string>) },
      body: Buffer.from(body),
    });
    expect([reply.status, reply.body.code]).toEqual([status, status]);
  });

  it('is for access tokens that may write campaigns, before anything is read', async () => {
    const reader = await accessToken(app, { scopes: ['campaign.read'] });
    const publisher = await accessToken(app, { scopes: ['campaign.write'], roles: ['publisher'] });
    const session = await logIn(app, 'advertiser', 'session@test.example');
    for (const [given, status] of [
      ['', 401],
      ['x', 401],
      [session, 401],
      [reader, 403],
      [publisher, 403],
    ] as const)
      expect((await uploadFile(app, given, 'not looked at')).status).toBe(status);
  });

  it('answers 405 to other methods', async () => {
    const reply = await send(`${app.url}/api/v2/campaigns/creative`);
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});

describe('mutation createUpload', () => {
  it('takes a file by the multipart request specification', async () => {
    const content = aPng('300x250');
    const { body } = await uploadByGraphql(app, token, content);
    expect(body.data.createUpload).toMatchObject({
      type: 'image',
      mime: 'image/png',
      scope: '300x250',
      byteLength: content.length,
    });
    expect((await fetch(body.data.createUpload.url)).status).toBe(200);
  });

  it('answers what is wrong as every input does', async () => {
    const { body } = await uploadByGraphql(app, token, 'x', { type: 'video', medium: 'radio' });
    expect(body.errors[0].extensions).toEqual({
      code: 'VALIDATION_FAILED',
      details: { medium: ['is not known'] },
    });
  });

  it('takes a session, and nobody without the right', async () => {
    const session = await logIn(app, 'advertiser', 'graphql@test.example');
    const publisher = await logIn(app, 'publisher', 'publisher@test.example');
    const statuses = [];
    for (const given of [session, publisher, ''])
      statuses.push((await uploadByGraphql(app, given, aPng('300x250'))).status);
    expect(statuses).toEqual([200, 403, 401]);
  });

  it('refuses what a form of any page could send', async () => {
    const { status } = await uploadByGraphql(app, token, aPng('300x250'), {
      headers: { 'Apollo-Require-Preflight': '' },
    });
    expect(status).toBe(400);
  });

  it('refuses a file that is no file', async () => {
    const { body } = await send(`${app.url}/graphql`, {
      headers: { Authorization: `Bearer ${token}` },
      json: {
        query: 'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { id } }',
        variables: { input: { file: 'text', medium: 'web', type: 'image' } },
      },
    });
    expect(body.errors[0].message).toContain('multipart');
  });
});

describe('GET /upload-preview/<type>/<id>', () => {
  it.each(['image/zzz', `image/${'0'.repeat(32)}`, `video/${'0'.repeat(32)}`, 'image/..%2f'])(
    'answers 404 to %s',
    async (path) => {
      expect((await send(`${app.url}/upload-preview/${path}`)).status).toBe(404);
    },
  );

  it('answers 404 under another type and when the day is over', async () => {
    const { now } = app.clock;
    const at = now().getTime();
    const goTo = (ms: number) => (app.clock.now = () => new Date(at + ms));
    try {
      goTo(0);
      const { body } = await uploadFile(app, token, aPng('300x250'));
      const url: string = body.data.url;
      expect((await fetch(url.replace('/image/', '/html/'))).status).toBe(404);
      goTo(86_400_000 - 1);
      expect((await fetch(url)).status).toBe(200);
      goTo(86_400_000);
      expect((await fetch(url)).status).toBe(404);
    } finally {
      app.clock.now = now;
    }
  });

  it('shows documents in an origin of their own', async () => {
    const { body } = await uploadFile(app, token, aDocument(), { type: 'html', scope: '300x250' });
    const { headers } = await fetch(body.data.url);
    expect(headers.get('content-security-policy')).toMatch(/^sandbox allow-scripts /);
    expect(headers.get('content-security-policy')).not.toContain('allow-same-origin');
  });

  it('lets an AVIF be opened, which runs nothing', async () => {
    const { body } = await uploadFile(app, token, await anAvif('300x250'));
    const { headers } = await fetch(body.data.url);
    expect(headers.get('content-type')).toBe('image/avif');
    expect(headers.get('content-disposition')).toBeNull();
  });

  it.each([
    ['nothing', undefined, 'attachment'],
    ['document', 'document', 'attachment'],
    ['iframe', 'iframe', null],
  ])('opens no document as a page: Sec-Fetch-Dest %s', async (_case, destination, disposition) => {
    const { body } = await uploadFile(app, token, aDocument(), { type: 'html', scope: '300x250' });
    // `fetch` would put its own destination there.
    const sent = request(body.data.url as string, {
      headers: destination === undefined ? {} : { 'Sec-Fetch-Dest': destination },
    }).end();
    const [{ headers }] = (await once(sent, 'response')) as [IncomingMessage];
    sent.destroy();
    expect([headers['content-disposition'] ?? null, headers['content-security-policy']]).toEqual([
      disposition,
      expect.stringMatching(/^sandbox /),
    ]);
    expect(headers.vary).toContain('Sec-Fetch-Dest');
  });
});

it('refuses glTF where the vendor takes VOX', async () => {
  const { status, body } = await uploadFile(app, token, aGlb(), {
    type: 'model',
    medium: 'metaverse',
    vendor: 'cryptovoxels',
  });
  expect([status, body.errors.file]).toEqual([
    422,
    ['is model/gltf-binary; this medium takes model/voxel'],
  ]);
});
