import { once } from 'node:events';
import { BlockList, connect, type Socket } from 'node:net';
import { setInterval } from 'node:timers';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { httpLimits } from '../../../sidecar/rpc/http-limits';
import { parseAllowedNode } from '../../../sidecar/node/allowed-nodes';
import { startRelay, type RunningRelay } from '../support';

const nodes = [parseAllowedNode('node.example')];
const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'nope' });
const head =
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
  `Content-Length: ${call.length}\r\n\r\n`;
const impatient = { ...httpLimits, headersMs: 100, requestMs: 200, idleMs: 100, checkMs: 20 };

function connectTo(relay: RunningRelay): Socket {
  const socket = connect({ port: Number(new URL(relay.url).port), host: '127.0.0.1' });
  socket.on('error', () => socket.destroy());
  return socket;
}

describe('a request that does not come to its end', () => {
  it.each([
    ['nothing at all', ''],
    ['half of the headers', head.slice(0, 40)],
    ['the headers alone', head],
    ['all but the last byte', head + call.slice(0, -1)],
  ])('is answered 408 and cut: %s', async (_case, sent) => {
    await using relay = await startRelay(nodes, { httpLimits: impatient });
    const socket = connectTo(relay);
    socket.write(sent);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
    expect(relay.unexpected).toEqual([]);
  });

  it.each([
    ['headers', 'POST / HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['a body', head],
  ])('gains no time by a byte now and then: %s', async (_case, start) => {
    await using relay = await startRelay(nodes, { httpLimits: impatient });
    const socket = connectTo(relay);
    socket.write(start);
    const drip = setInterval(() => socket.write(' '), 10);
    // A byte that is dripped while the answer is on its way meets a closed socket, which resets the connection.
    socket.on('error', () => undefined);
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      clearInterval(drip);
      answer += chunk.toString();
    });
    await new Promise((resolve) => socket.once('close', resolve));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('keeps a connection between requests for a while, and no longer', async () => {
    await using relay = await startRelay(nodes, { httpLimits: impatient });
    const socket = connectTo(relay);
    socket.write(head + call);
    await once(socket, 'data');
    socket.write(head + call);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('connections of one client', () => {
  const few = { ...httpLimits, connectionsPerClient: 3 };

  /** Resolves to whether the relay answers on this connection. */
  async function isServed(socket: Socket): Promise<boolean> {
    socket.write(head + call);
    const cut = once(socket, 'close').then(() => false);
    const answered = once(socket, 'data').then(() => true);
    return Promise.race([answered, cut]);
  }

  it('are so many and no more, until one of them has gone', async () => {
    await using relay = await startRelay(nodes, { httpLimits: few });
    const sockets = [1, 2, 3].map(() => connectTo(relay));
    for (const socket of sockets) expect(await isServed(socket)).toBe(true);
    expect(await isServed(connectTo(relay))).toBe(false);
    sockets[0]!.destroy();
    // The relay hears of it a moment later.
    for (;;) if (await isServed(connectTo(relay))) break;
    for (const socket of sockets.slice(1)) expect(await isServed(socket)).toBe(true);
    expect(await isServed(connectTo(relay))).toBe(false);
    for (const socket of sockets) socket.destroy();
  });

  it('are not counted for a trusted proxy', async () => {
    const trustedProxies = new BlockList();
    trustedProxies.addAddress('127.0.0.1');
    await using relay = await startRelay(nodes, { httpLimits: few, trustedProxies });
    const sockets = [1, 2, 3, 4, 5].map(() => connectTo(relay));
    for (const socket of sockets) expect(await isServed(socket)).toBe(true);
    for (const socket of sockets) socket.destroy();
  });
});

describe('bodies under way', () => {
  const small = { ...httpLimits, bodyBytes: 32_000, bodyBytesPerClient: 16_000 };
  const trustedProxies = new BlockList();
  trustedProxies.addAddress('127.0.0.1');

  /** Sends 10,000 bytes of a body that has more, and no more. */
  function sendPart(relay: RunningRelay, client: string): Socket {
    const socket = connectTo(relay);
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nX-Forwarded-For: ${client}\r\n` +
        `Content-Length: 100000\r\n\r\n${' '.repeat(10_000)}`,
    );
    return socket;
  }

  const statusOf = async (socket: Socket) => /^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1];

  it('are bounded for one client, and given back when it goes', async () => {
    await using relay = await startRelay(nodes, { httpLimits: small, trustedProxies });
    const first = sendPart(relay, '198.51.100.1');
    const second = sendPart(relay, '198.51.100.1');
    // Whichever of them comes last.
    expect(await Promise.race([statusOf(first), statusOf(second)])).toBe('429');
    expect((await relay.post(call, { 'X-Forwarded-For': '198.51.100.2' })).status).toBe(200);
    for (const socket of [first, second]) socket.destroy();
    // The relay hears of it a moment later.
    const padded = call.padEnd(15_000, ' ');
    const send = async () =>
      (await relay.post(padded, { 'X-Forwarded-For': '198.51.100.1' })).status;
    let status = await send();
    while (status === 429) status = await send();
    expect(status).toBe(200);
    expect(relay.unexpected).toEqual([]);
  });

  it('are bounded for all together', async () => {
    await using relay = await startRelay(nodes, { httpLimits: small, trustedProxies });
    const sockets = [1, 2, 3, 4].map((number) => sendPart(relay, `198.51.100.${number}`));
    expect(await Promise.race(sockets.map(statusOf))).toBe('503');
    for (const socket of sockets) socket.destroy();
  });

  it('leave room for short calls, whatever others hold', async () => {
    await using relay = await startRelay(nodes, { httpLimits: small, trustedProxies });
    const sockets = [1, 2, 3].map((number) => sendPart(relay, `198.51.100.${number}`));
    const isFull = async () => {
      const padded = call.padEnd(10_000, ' ');
      return (await relay.post(padded, { 'X-Forwarded-For': '198.51.100.8' })).status === 503;
    };
    while (!(await isFull()));
    expect((await relay.post(call, { 'X-Forwarded-For': '198.51.100.9' })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('do not count once they are answered', async () => {
    await using relay = await startRelay(nodes, { httpLimits: small });
    const padded = call.padEnd(12_000, ' ');
    for (let count = 0; count < 10; count += 1) expect((await relay.post(padded)).status).toBe(200);
  });
});
