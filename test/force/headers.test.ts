import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app';

/** As much as Node lets through beside the other headers. */
const longest = 15_500;
const fill = (unit: string) => unit.repeat(Math.floor(longest / unit.length));

/** Texts that make an expression go back and forth. */
const shapes: Readonly<Record<string, (start: string) => string>> = {
  'spaces between two letters': (start) => `${start}a${fill(' ')}b`,
  'spaces after the scheme': (start) => `${start} ${fill(' ')}x`,
  'tabs and spaces': (start) => `${start}${fill(' \t')}x`,
  'empty parameters': (start) => `${start}${fill(';')}x`,
  'parameters without an end': (start) => `${start}${fill(';a=')}`,
  'quotes without an end': (start) => `${start};a="${fill('\\"')}`,
  'lists of nothing': (start) => `${start}${fill(',')}x`,
  'one letter': (start) => `${start}${fill('a')}!`,
  'one digit': (start) => `${start}${fill('0')}-`,
  'names of browsers': () => `${fill('Android Mobil ')}x`,
};

/** Headers that something here parses, with how a good value begins, and a request that makes it do so. */
const headers: readonly (readonly [name: string, start: string, request: string])[] = [
  ['Content-Type', 'application/json', 'POST /graphql'],
  ['Content-Type', 'multipart/form-data', 'POST /graphql'],
  ['Content-Type', 'application/json', 'POST /supply/find'],
  ['Content-Type', 'application/x-www-form-urlencoded', 'POST /oauth/token'],
  ['Authorization', 'Bearer', 'GET /auth/check'],
  ['Authorization', 'Basic', 'POST /oauth/token'],
  ['X-Debug-Supply', 'Bearer', 'POST /supply/find'],
  ['Accept', 'text/html', 'GET /view'],
  ['Accept', 'text/html', 'GET /auth/authorize'],
  ['Accept-Language', 'en', 'POST /supply/find'],
  ['User-Agent', 'Mozilla/5.0', 'POST /supply/find'],
  ['Cookie', 'tid', 'GET /auth/authorize'],
  ['Range', 'bytes=0-', `GET /serve/x${'0'.repeat(32)}.doc`],
  ['If-None-Match', 'W/"a', 'GET /demo'],
  ['X-Forwarded-For', '10.0.0.1', 'POST /supply/find'],
  ['Origin', 'https://a.example', 'OPTIONS /supply/find'],
  ['Access-Control-Request-Headers', 'a', 'OPTIONS /supply/find'],
];

describe('a header of the longest kind', () => {
  let app: TestApp;
  let socket: Socket;
  beforeAll(async () => {
    app = await startApp({ env: { ADGATE_TRUSTED_PROXIES: '127.0.0.0/8' } });
    socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    await once(socket, 'connect');
  });
  afterAll(() => {
    socket.destroy();
  });

  /** The least time of a few tries, in ms: a machine that does other things too is slow only at times. */
  async function leastTime(request: string, header: string): Promise<number> {
    const find = JSON.stringify({
      context: { iid: 'a', url: 'https://news.example' },
      placements: [{ id: '1', width: 300, height: 250 }],
    });
    const lines = [
      `${request} HTTP/1.1`,
      'Host: a',
      ...(request.startsWith('POST') ? [`Content-Length: ${find.length}`] : []),
      ...(header.startsWith('Content-Type') ? [] : ['Content-Type: application/json']),
      header,
    ];
    const times: number[] = [];
    while (times.length < 200 && Math.min(...times, Infinity) > 5) {
      if (socket.destroyed || socket.readableEnded) {
        socket = connect(Number(new URL(app.url).port), '127.0.0.1');
        await once(socket, 'connect');
      }
      const startedAt = performance.now();
      socket.write(`${lines.join('\r\n')}\r\n\r\n${request.startsWith('POST') ? find : ''}`);
      const answered = new AbortController();
      const { signal } = answered;
      await Promise.race([once(socket, 'data', { signal }), once(socket, 'close', { signal })]);
      answered.abort();
      times.push(performance.now() - startedAt);
      if (socket.readyState !== 'open') socket.destroy();
    }
    return Math.min(...times);
  }

  it.each(headers)('%s: %s… is read in under 5 ms at %s', async (name, start, request) => {
    for (const [shape, make] of Object.entries(shapes)) {
      const header = `${name}: ${make(start)}`.slice(0, longest);
      expect([shape, (await leastTime(request, header)) < 5]).toEqual([shape, true]);
    }
  });

  it('that would take longer is refused with 431', async () => {
    const headers = { 'Content-Type': `application/json;${' '.repeat(300)}charset=utf-8` };
    const response = await fetch(`${app.url}/graphql`, { method: 'POST', headers, body: '{}' });
    expect([response.status, (await response.json()) as object]).toEqual([
      431,
      expect.objectContaining({ code: 431 }),
    ]);
  });
});
