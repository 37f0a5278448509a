import { execFile } from 'node:child_process';
import { BlockList, connect } from 'node:net';
import { promisify } from 'node:util';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { IncomingMessage } from 'node:http';
import jayson from 'jayson';
import { describe, expect, it } from '@jest/globals';
import { clientAddress, clientKey, createClientLimiter } from '../../../sidecar/rpc/clients';
import { parseAllowedNode } from '../../../sidecar/node/allowed-nodes';
import recorded from '../../vectors/send-again.json';
import { replay, startNode, startRelay } from '../support';
import { startWallet } from '../wallet/support';

const nodes = [parseAllowedNode('node.example')];
const accepted = recorded.sessions.find(({ name }) => name === 'send_again_ok')!;
const bytes = { data: accepted.data, signature: accepted.signature };
const offline = {
  address: '0001-00000003-AB0C',
  amount: '1',
  '_dry-run': true,
  msid: 1,
  hash: 'AB'.repeat(32),
};

describe('public JSON-RPC client libraries', () => {
  it('jayson calls the relay, in a batch too, and notifies', async () => {
    await using node = await startNode(replay(recorded.sessions));
    await using relay = await startRelay([node.node]);
    const { port } = new URL(relay.url);
    const client = jayson.Client.http({ host: '127.0.0.1', port: Number(port) });
    const ask = (...args: unknown[]) =>
      new Promise<unknown>((resolve, reject) => {
        const done = (error: unknown, answer: unknown) =>
          error ? reject(new Error('no answer', { cause: error })) : resolve(answer);
        // The library's types know fewer forms of a request than it takes.
        (client.request as (...all: unknown[]) => unknown)(...args, done);
      });
    expect(await ask('send_again', bytes)).toMatchObject({
      result: { tx: { id: '0001:00000005:0001' } },
    });
    expect(await ask('send_one', {})).toMatchObject({ error: { code: -32601 } });
    const batch = [client.request('send_again', bytes, 'a'), client.request('nope', {}, 'b')];
    expect(await ask(batch)).toMatchObject([
      { result: { tx: { data: bytes.data } } },
      { error: { code: -32601 } },
    ]);
  });

  it('the OpenRPC client calls the wallet and gets errors as errors', async () => {
    await using wallet = await startWallet(nodes);
    // A program of its own, because the package cannot be required.
    const program = `
      import { Client, HTTPTransport, RequestManager } from '@open-rpc/client-js';
      const client = new Client(new RequestManager([new HTTPTransport(process.argv[1])]));
      const params = JSON.parse(process.argv[2]);
      const result = await client.request({ method: 'send_one', params });
      const error = await client.request({ method: 'get_block', params: {} }).catch((error) => error);
      console.log(JSON.stringify({ result, code: error.code }));
      process.exit(0);
    `;
    const args = ['--input-type=module', '-e', program, wallet.url, JSON.stringify(offline)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 });
    expect(JSON.parse(stdout)).toMatchObject({
      result: { tx: { account_msid: '1', deduct: '1.00050000000' } },
      code: -32601,
    });
  });
});

describe('calls of one client', () => {
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'nope' });

  it('are limited, with the time to wait', async () => {
    await using relay = await startRelay(nodes, { callsPerMinute: 3 });
    for (let count = 0; count < 3; count += 1) expect((await relay.post(call)).status).toBe(200);
    const { status, headers, body } = await relay.post(call);
    expect([status, body]).toMatchObject([429, { error: { code: 429 } }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('count each member of a batch, and nothing of a refused one is run', async () => {
    await using node = await startNode(replay(recorded.sessions));
    await using relay = await startRelay([node.node], { callsPerMinute: 3 });
    const one = { jsonrpc: '2.0', method: 'send_again', params: bytes };
    expect((await relay.post(JSON.stringify([one, one, one, one]))).status).toBe(429);
    expect(node.connections()).toBe(0);
  });

  it.each([
    ['text that is no JSON', '{'],
    ['nothing at all', ''],
    ['an empty batch', '[]'],
    ['a batch too long to be run', `[${'1,'.repeat(20)}1]`],
  ])('are counted though they are none: %s', async (_case, body) => {
    await using relay = await startRelay(nodes, { callsPerMinute: 2 });
    expect((await relay.post(body)).status).toBe(200);
    expect((await relay.post(body)).status).toBe(200);
    expect((await relay.post(body)).status).toBe(429);
  });

  it('count for the client that a trusted proxy names', async () => {
    const trustedProxies = new BlockList();
    trustedProxies.addAddress('127.0.0.1');
    await using relay = await startRelay(nodes, { callsPerMinute: 1, trustedProxies });
    const from = (address: string) => relay.post(call, { 'X-Forwarded-For': address });
    expect((await from('198.51.100.1')).status).toBe(200);
    expect((await from('198.51.100.2')).status).toBe(200);
    expect((await from('203.0.113.9, 198.51.100.1')).status).toBe(429);
  });

  it('count for the peer where no proxy is trusted', async () => {
    await using relay = await startRelay(nodes, { callsPerMinute: 1 });
    expect((await relay.post(call, { 'X-Forwarded-For': '198.51.100.1' })).status).toBe(200);
    expect((await relay.post(call, { 'X-Forwarded-For': '198.51.100.2' })).status).toBe(429);
  });

  it('are not limited by zero', async () => {
    const limiter = createClientLimiter(0);
    expect(await limiter.take('a', 1_000_000)).toBeNull();
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:0db8:0000:0000:1:2:3:4', '2001:db8:0:0'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
  ])('of %s count for %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  it('ignore an address that is none', () => {
    const trusted = new BlockList();
    trusted.addAddress('127.0.0.1');
    const request = {
      socket: { remoteAddress: '::ffff:127.0.0.1' },
      headers: { 'x-forwarded-for': 'unknown, <script>' },
    } as unknown as IncomingMessage;
    expect(clientAddress(request, trusted)).toBe('127.0.0.1');
  });

  it.each([
    ['192.0.2.7:5678', '192.0.2.7'],
    ['[2001:db8::7]:5678', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['192.0.2.7:5678, 127.0.0.1:80', '192.0.2.7'],
    ['192.0.2.7:port', '127.0.0.1'],
  ])('count for the address of %s, without a port', (forwarded, address) => {
    const trusted = new BlockList();
    trusted.addAddress('127.0.0.1');
    const request = {
      socket: { remoteAddress: '127.0.0.1' },
      headers: { 'x-forwarded-for': forwarded },
    } as unknown as IncomingMessage;
    expect(clientAddress(request, trusted)).toBe(address);
  });
});

describe('figures', () => {
  it('show calls and what became of them at nodes', async () => {
    await using node = await startNode(replay(recorded.sessions));
    await using relay = await startRelay([node.node]);
    await relay.sendAgain(bytes);
    await relay.sendAgain({});
    const response = await fetch(`${relay.url}metrics`);
    const text = await response.text();
    expect(text).toContain('adgate_sidecar_call_seconds_count{method="send_again",outcome="ok"} 1');
    expect(text).toContain('outcome="INVALID_PARAMS"} 1');
    expect(text).toContain('adgate_sidecar_node_requests_total{outcome="accepted"} 1');
    expect(text).toContain('adgate_sidecar_http_answers_total{status="200"} 2');
    expect(text).not.toContain(bytes.data);
  });

  it('are not shown through a proxy', async () => {
    await using relay = await startRelay(nodes);
    const headers = { 'X-Forwarded-For': '198.51.100.1' };
    expect((await fetch(`${relay.url}metrics`, { headers })).status).toBe(404);
  });
});

describe('abuse', () => {
  const request = (body: string) =>
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

  it.each([
    ['lists', '['.repeat(100_000)],
    ['closed lists', '['.repeat(60_000) + ']'.repeat(60_000)],
    ['objects', '{"a":'.repeat(50_000)],
    ['a deep id', `{"jsonrpc":"2.0","id":${'['.repeat(50_000)}${']'.repeat(50_000)},"method":"x"}`],
    [
      'deep params',
      `{"jsonrpc":"2.0","id":1,"method":"send_again","params":{"data":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
    ],
  ])('by nesting: %s', async (_case, body) => {
    await using relay = await startRelay(nodes);
    const { status } = await relay.post(body);
    expect(status).toBe(200);
    expect(relay.unexpected).toEqual([]);
  });

  it('a batch of 21 is refused and nothing of it is sent', async () => {
    await using node = await startNode(replay(recorded.sessions));
    await using relay = await startRelay([node.node]);
    const one = { jsonrpc: '2.0', id: 1, method: 'send_again', params: bytes };
    const { body } = await relay.post(JSON.stringify(Array.from({ length: 21 }, () => one)));
    expect(body).toMatchObject({ id: null, error: { code: -32600 } });
    expect(node.connections()).toBe(0);
    const { body: allowed } = await relay.post(
      JSON.stringify(Array.from({ length: 20 }, () => one)),
    );
    expect(allowed).toHaveLength(20);
    expect(node.requests).toHaveLength(1);
  });

  it('half a request sends nothing, and the relay goes on', async () => {
    await using node = await startNode(replay(recorded.sessions));
    await using relay = await startRelay([node.node]);
    const { port } = new URL(relay.url);
    const whole = request(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'send_again', params: bytes }),
    );
    for (const size of [1, 20, 90, whole.length - 1]) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.end(whole.slice(0, size));
      socket.resume();
      await once(socket, 'close');
    }
    expect(node.connections()).toBe(0);
    expect(await relay.sendAgain(bytes)).toHaveProperty('result');
    expect(relay.unexpected).toEqual([]);
  });

  it('a client that sends a byte at a time is served, and holds up nobody', async () => {
    await using node = await startNode(replay(recorded.sessions));
    await using relay = await startRelay([node.node]);
    const { port } = new URL(relay.url);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'nope' });
    const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
    const answered = once(socket, 'data');
    const slow = (async () => {
      for (const byte of request(body)) {
        socket.write(byte);
        await pause(1);
      }
    })();
    expect(await relay.sendAgain(bytes)).toHaveProperty('result');
    await slow;
    expect(String(await answered)).toContain('-32601');
    socket.destroy();
  });
});
