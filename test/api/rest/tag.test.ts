import { createHash, type Hash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { send, startApp, type TestApp } from '../../support/app';

let app: TestApp;
let core: { readonly file: string; readonly integrity: string };

const plain = { headers: { 'Accept-Encoding': 'identity' } };

beforeAll(async () => {
  app = await startApp();
  ({ core } = (await send(`${app.url}/tag/v1.json`)).body);
});

describe('GET /tag', () => {
  it('answers the loader at its own path and at those of the reference server', async () => {
    const replies = await Promise.all(
      ['/tag/v1.js', '/main.js', '/supply/find.js'].map((path) => send(`${app.url}${path}`)),
    );
    for (const { status, headers, body } of replies) {
      expect([status, headers.get('content-type')]).toEqual([
        200,
        'text/javascript; charset=utf-8',
      ]);
      expect(headers.get('cache-control')).toMatch(/^public, max-age=600\b/);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(body).toBe(replies[0]!.body);
    }
    expect(replies[0]!.body).toContain(core.file);
  });

  it('answers the pinned file for good, with the bytes of its integrity', async () => {
    const { status, headers, body } = await send(`${app.url}/tag/${core.file}`, plain);
    expect([status, headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    const digest = createHash('sha384').update(body).digest('base64');
    expect(core.integrity).toBe(`sha384-${digest}`);
    expect((await send(`${app.url}/tag/core.js`)).body).toBe(body);
  });

  it('answers the files of every release, and they never change', async () => {
    const { releases } = (await send(`${app.url}/tag/v1.json`)).body as {
      releases: readonly { file: string; integrity: string; parts: readonly string[] }[];
    };
    expect(releases.length).toBeGreaterThan(0);
    const nameOf = (hash: Hash) => hash.digest('hex').slice(0, 16);
    for (const { file, integrity, parts } of releases) {
      const names = [file, ...parts];
      const replies = await Promise.all(names.map((name) => send(`${app.url}/tag/${name}`, plain)));
      expect(replies.map(({ status }) => status)).toEqual(names.map(() => 200));
      const [core, ...rest] = replies.map(({ body }) => body as string);
      expect(file).toBe(`core-${nameOf(createHash('sha256').update(core!))}.js`);
      expect(integrity).toBe(`sha384-${createHash('sha384').update(core!).digest('base64')}`);
      const hash = createHash('sha256');
      for (const text of rest) hash.update(text);
      const partsHash = nameOf(hash);
      expect(parts).toEqual(parts.map((name) => name.replace(/-.*/, `-${partsHash}.js`)));
      expect(core).toContain(partsHash);
    }
  });

  it('compresses, and answers 304 to who has it', async () => {
    const headers = { 'Accept-Encoding': 'gzip' };
    const found = await send(`${app.url}/tag/v1.js`, { headers });
    expect(found.headers.get('content-encoding')).toBe('gzip');
    expect(found.headers.get('vary')).toBe('Accept-Encoding');
    const etag = found.headers.get('etag')!;
    const again = await send(`${app.url}/tag/v1.js`, { headers: { 'If-None-Match': etag } });
    expect([again.status, again.body]).toEqual([304, '']);
    const head = await send(`${app.url}/tag/v1.js`, { method: 'HEAD' });
    expect([head.status, head.body]).toEqual([200, '']);
  });

  it.each([
    ['gzip;q=0', null],
    ['identity', null],
    ['br, gzip;q=0.5', 'gzip'],
    ['*', 'gzip'],
  ])('answers in the coding that the client takes: %s', async (accepted, coding) => {
    const headers = { 'Accept-Encoding': accepted };
    const found = await send(`${app.url}/tag/v1.js`, { headers });
    expect([found.status, found.headers.get('content-encoding')]).toEqual([200, coding]);
  });

  it.each(['/supply/find.js', '/supply/cryptovoxels.js'])(
    'reflects the origin that asks for %s',
    async (path) => {
      const headers = { Origin: 'https://news.example', 'Accept-Encoding': 'gzip' };
      const replies = ['GET', 'OPTIONS'].map((method) =>
        send(`${app.url}${path}`, { method, headers }),
      );
      for (const { headers: found } of await Promise.all(replies)) {
        expect(found.get('access-control-allow-origin')).toBe('https://news.example');
        expect(found.get('vary')).toMatch(/^Origin\b/);
      }
    },
  );

  it.each(['/tag/nothing.js', '/tag/..%2fpackage.json', '/tag/__proto__', '/tag/'])(
    'answers 404 at %s',
    async (path) => {
      expect((await send(`${app.url}${path}`)).status).toBe(404);
    },
  );

  it('answers 405 to other methods, and preflights', async () => {
    const put = await send(`${app.url}/main.js`, { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await send(`${app.url}/tag/v1.js`, { method: 'OPTIONS' })).status).toBe(204);
  });
});
