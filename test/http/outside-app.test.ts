import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { parseConfig } from '../../src/config';
import { startGateway } from '../../src/assembly/gateway';
import { answerClientError } from '../../src/http/outside-app';
import { send, startApp, type TestApp } from '../support/app';

/** Reads the server's answer to these bytes until it ends the connection. */
async function exchange(url: string, bytes: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  const [statusLine = '', ...headers] = head.split('\r\n');
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}

describe('what is no request', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });

  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'chunks that are none',
      'POST /supply/find HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
    ],
  ])('is answered in the one shape of errors: %s', async (_case, bytes, expected) => {
    const { status, headers, body } = await exchange(app.url, bytes);
    expect(status).toBe(expected);
    expect(headers).toEqual(
      expect.arrayContaining([
        'Content-Type: application/json',
        'Access-Control-Allow-Origin: *',
        'Connection: close',
        expect.stringMatching(/^X-Request-Id: [0-9a-f-]{36}$/),
      ]),
    );
    expect(JSON.parse(body)).toEqual({
      error: { code: expected, message: expect.any(String) },
      code: expected,
      message: expect.any(String),
    });
  });

  it('is answered in that shape where it expects what no server does', async () => {
    const { status, headers, body } = await exchange(
      app.url,
      'GET /health HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n',
    );
    expect([status, JSON.parse(body)]).toEqual([
      417,
      {
        error: { code: 417, message: expect.any(String) },
        ...{ code: 417, message: expect.any(String) },
      },
    ]);
    expect(headers).toEqual(
      expect.arrayContaining([
        'Content-Type: application/json',
        'X-Robots-Tag: noindex',
        expect.stringMatching(/^X-Request-Id: [0-9a-f-]{36}$/),
      ]),
    );
  });

  it('is answered after an answer on the same connection', async () => {
    const good = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n';
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write(good);
    await once(socket, 'data');
    socket.write('hello\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

it('a request that arrives too slowly is answered 408, unless its answer has begun', async () => {
  const slow = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  const [silent, answering] = [new PassThrough(), new PassThrough()];
  answerClientError(slow, silent, { hasBegun: false });
  const [, status] = /^HTTP\/1\.1 (\d+) Request Timeout\r\n/.exec(await text(silent)) ?? [];
  expect(Number(status)).toBe(408);
  answerClientError(slow, answering, { hasBegun: true });
  expect([answering.destroyed, answering.readableLength]).toEqual([true, 0]);
});

it('a server that is starting says so to pages of any origin, with a request id', async () => {
  const gateway = await startGateway(parseConfig({ PORT: '0' }), pino({ level: 'silent' }));
  const headers = { Origin: 'https://news.example' };
  const reply = await send(`${gateway.url}/supply/find`, { json: {}, headers });
  await gateway.close();
  const requestId = reply.headers.get('x-request-id');
  const message = 'the server is starting';
  expect([reply.status, reply.body]).toEqual([
    503,
    { status: 'starting', error: { code: 503, message, requestId }, code: 503, message },
  ]);
  expect([
    reply.headers.get('access-control-allow-origin'),
    reply.headers.get('x-robots-tag'),
    reply.headers.get('retry-after'),
  ]).toEqual(['https://news.example', 'noindex', '1']);
});
