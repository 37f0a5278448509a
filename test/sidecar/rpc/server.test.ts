import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseAllowedNode } from '../../../sidecar/node/allowed-nodes';
import { maxBodyBytes } from '../../../sidecar/rpc/http-body';
import { startRelay, type RunningRelay } from '../support';

const nodes = [parseAllowedNode('node.example')];
const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'send_again' });
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'Content-Type',
};

describe('the relay over HTTP', () => {
  let relay: RunningRelay;

  beforeAll(async () => {
    relay = await startRelay(nodes);
  });

  afterAll(async () => {
    expect(relay.unexpected).toEqual([]);
    await relay[Symbol.asyncDispose]();
  });

  it('answers a call 200 as JSON that any page may read', async () => {
    const { status, headers, body } = await relay.post(call);
    expect(status).toBe(200);
    expect(body).toMatchObject({ jsonrpc: '2.0', id: 1, error: { code: -32602 } });
    expect(Object.fromEntries(headers)).toMatchObject({
      ...cors,
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    ['a Notification', '{"jsonrpc":"2.0","method":"send_again"}'],
    ['a Batch of them', '[{"jsonrpc":"2.0","method":"send_again"},{"jsonrpc":"2.0","method":"x"}]'],
  ])('answers %s 204 without a body', async (_case, body) => {
    expect(await relay.post(body)).toMatchObject({ status: 204, body: null });
  });

  it('answers OPTIONS 204 with what a browser asks for', async () => {
    const response = await fetch(relay.url, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject(cors);
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])('answers %s 405', async (method) => {
    const response = await fetch(relay.url, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  it('says what it is to whoever looks', async () => {
    const response = await fetch(relay.url);
    expect(await response.json()).toMatchObject({
      error: { code: 405, message: expect.stringContaining('send_again') },
    });
  });

  it.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['Application/JSON;charset="UTF-8"'],
    ['application/json-rpc'],
  ])('takes %s', async (type) => {
    expect((await relay.post(call, { 'Content-Type': type })).status).toBe(200);
  });

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['application/jsonp'],
    ['application/json, text/plain'],
    ['application/json; charset=utf-16'],
    ['multipart/form-data; boundary=x'],
  ])('answers %s 415', async (type) => {
    const { status, headers } = await relay.post(call, { 'Content-Type': type });
    expect(status).toBe(415);
    expect(Object.fromEntries(headers)).toMatchObject(cors);
  });

  it('answers a body without a content type, or compressed, 415', async () => {
    const bare = await fetch(relay.url, { method: 'POST', body: new TextEncoder().encode(call) });
    expect(bare.status).toBe(415);
    expect((await relay.post(call, { 'Content-Encoding': 'gzip' })).status).toBe(415);
  });

  it.each(['identity', 'Identity'])('takes a body of the coding %s', async (coding) => {
    expect((await relay.post(call, { 'Content-Encoding': coding })).status).toBe(200);
  });

  it.each([
    ['ill-formed UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
    ['nothing', ''],
    ['text that is no JSON', 'data=04&signature=00'],
  ])('answers %s 200 with a parse error', async (_case, body) => {
    expect(await relay.post(body)).toMatchObject({
      status: 200,
      body: { error: { code: -32700 } },
    });
  });

  it('answers an expectation that it does not meet 417 as JSON', async () => {
    const { hostname, port } = new URL(relay.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nExpect: tea\r\nContent-Length: ${call.length}\r\n\r\n${call}`,
    );
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 417 [^]*\r\nContent-Type: application\/json\r\n/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({
      error: { code: 417, message: 'the server meets no expectation but 100-continue' },
    });
  });

  it('takes 256 KiB and no byte more', async () => {
    const padded = call.padEnd(maxBodyBytes, ' ');
    expect(await relay.post(padded)).toMatchObject({ status: 200, body: { id: 1 } });
    expect(await relay.post(`${padded} `)).toMatchObject({
      status: 413,
      body: { error: { code: 413 } },
    });
  });

  it('answers 413 to a body in crumbs, and stops reading', async () => {
    const { hostname, port } = new URL(relay.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n' +
        '1\r\n \r\n'.repeat(250_000),
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 [^]*too many pieces/);
    socket.destroy();
  });

  it('answers 413 to a body that goes on and on, and stops reading', async () => {
    const { hostname, port } = new URL(relay.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    for (let sent = 0; sent <= 8 * maxBodyBytes; sent += 0x10000) {
      socket.write(`10000\r\n${' '.repeat(0x10000)}\r\n`);
    }
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    await once(socket, 'close');
  });

  it.each(['/rpc', '/health/', '/../', '//'])('has nothing at %s', async (path) => {
    const response = await fetch(new URL(relay.url).origin + path, { method: 'POST' });
    expect(response.status).toBe(path === '/../' ? 415 : 404);
  });

  it.each([
    ['http://a/health', 200],
    ['HTTP://a:6868/health?now', 200],
    ['http://a', 405],
    ['http://a/health/', 404],
  ])('answers what is asked for by the whole URL, as of a proxy: %s', async (target, status) => {
    const { hostname, port } = new URL(relay.url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain(`HTTP/1.1 ${status} `);
    socket.destroy();
  });

  it('names send_again to whoever asks for what needs a key', async () => {
    const { body } = await relay.post('{"jsonrpc":"2.0","id":1,"method":"send_one"}');
    expect(body).toMatchObject({
      error: { code: -32601, message: expect.stringContaining('send_again') },
    });
    expect(await relay.post('{"jsonrpc":"2.0","method":"send_one"}')).toMatchObject({
      status: 204,
    });
  });

  it('is healthy', async () => {
    const response = await fetch(`${relay.url}health`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    expect((await fetch(`${relay.url}health`, { method: 'POST' })).status).toBe(405);
  });
});

describe('the relay while it stops', () => {
  it('says so and keeps no connection', async () => {
    await using relay = await startRelay(nodes, { isReady: () => false });
    const response = await fetch(`${relay.url}health`);
    expect([response.status, await response.json()]).toEqual([503, { status: 'stopping' }]);
    const { status, headers } = await relay.post(call);
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
  });
});

describe('the relay with a bug in it', () => {
  it('answers a fixed text and reports the cause', async () => {
    const bug = new Error('clock broke at 10.0.0.7');
    await using relay = await startRelay(nodes, {
      now: () => {
        throw bug;
      },
    });
    const data = '07010000000000010000002525016B';
    const params = { data, signature: '00'.repeat(64), '_dry-run': true };
    expect(await relay.sendAgain(params)).toEqual({
      error: { code: -32603, message: 'Internal error' },
    });
    expect(relay.unexpected).toEqual([bug]);
  });
});
