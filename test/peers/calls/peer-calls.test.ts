import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { createPeerCalls, peerAnswers } from '../../../src/peers/calls/peer-calls';
import { createEgress } from '../../../src/platform/egress/egress';
import { createJsonThreads } from '../../../src/platform/egress/json-threads';
import { eventually } from '../../support/eventually';
import { repeat, startHostileReceiver } from '../../support/hostile-receiver';

const jsonThreads = createJsonThreads();
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});
afterAll(() => jsonThreads.close());

const never = new AbortController().signal;
const signer = {
  signRequest: () => Promise.resolve({ account: 'A', nonce: 'N', created: 'C', signature: 'S' }),
  signDetails: () => Promise.reject(new Error('nobody asks for details')),
};
const calls = createPeerCalls({
  egress: createEgress({ allowsLoopback: true, jsonThreads }),
  signer,
  allowsLoopback: true,
});
/** As on a public server; every name leads where the test says. */
const publicCalls = (addresses: readonly string[]) =>
  createPeerCalls({
    egress: createEgress({
      allowsLoopback: false,
      jsonThreads,
      resolve: () => Promise.resolve(addresses),
    }),
    signer,
    allowsLoopback: false,
  });

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/info.json`;
}

const answering =
  (body: string | Buffer, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(body);
  };

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

const bufferBytes = (): number => process.memoryUsage().arrayBuffers;

/** Looks at the bytes of buffers again and again. Collects garbage before more than `bound` is believed. */
function watchMemory(bound: number): { readonly most: () => number } {
  const before = bufferBytes();
  let most = 0;
  const timer = setInterval(() => {
    if (bufferBytes() - before >= bound && typeof collectGarbage === 'function') collectGarbage();
    most = Math.max(most, bufferBytes() - before);
  }, 5);
  closers.push(() => {
    clearInterval(timer);
  });
  return { most: () => most };
}

async function readFrom(listener: RequestListener) {
  return calls.readInfo('0001-00000003-AB0C', await serve(listener), never);
}

describe('what a server says of itself', () => {
  it('is read as JSON, gzip or not, with a mark of its byte order or not', async () => {
    const body = '{"module":"adserver"}';
    const value = { module: 'adserver' };
    expect(await readFrom(answering(body))).toEqual({ value, problem: null, status: 200 });
    expect(await readFrom(answering(`\ufeff${body}`))).toEqual({
      value,
      problem: null,
      status: 200,
    });
    const packed = answering(gzipSync(body), { 'Content-Encoding': 'gzip' });
    expect(await readFrom(packed)).toEqual({ value, problem: null, status: 200 });
  });

  it('is asked for without a word on who asks', async () => {
    let seen: IncomingMessage['headers'] = {};
    await readFrom((req, res) => {
      seen = req.headers;
      res.end('{}');
    });
    expect(Object.keys(seen).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it.each<[string, RequestListener, RegExp]>([
    ['has 64 KiB and one byte', answering(`"${'x'.repeat(65_535)}"`), /more than 65536 bytes/],
    [
      'is a gzip bomb',
      answering(gzipSync(Buffer.alloc(50 * 2 ** 20)), { 'Content-Encoding': 'gzip' }),
      /more than 65536 bytes/,
    ],
    ['is broken gzip', answering('nonsense', { 'Content-Encoding': 'gzip' }), /gzip is broken/],
    ['is packed otherwise', answering('x', { 'Content-Encoding': 'br' }), /compressed in a way/],
    ['is not UTF-8', answering(Buffer.from('22ff22', 'hex')), /not UTF-8/],
    ['is no JSON', answering('<html>'), /no JSON/],
    ['is empty', answering(''), /no JSON/],
    ['is nested', answering('['.repeat(30_000) + ']'.repeat(30_000)), /levels|no JSON/],
    ['is an error', (_req, res) => res.writeHead(404).end('{}'), /answered 404/],
    ['is another success', (_req, res) => res.writeHead(201).end('{}'), /answered 201/],
    [
      'is elsewhere',
      (_req, res) => res.writeHead(302, { Location: '/x' }).end('{}'),
      /redirects, which is not followed/,
    ],
    [
      'breaks off',
      (req, res) => void res.write('{', () => req.socket.destroy()),
      /broke off|ECONNRESET/,
    ],
  ])('is none where it %s', async (_case, listener, problem) => {
    const found = await readFrom(listener);
    expect(found).toMatchObject({ value: null, problem: expect.stringMatching(problem) });
  });

  it.each([
    ['file:///etc/passwd'],
    ['javascript:alert(1)'],
    ['ftp://peer.example/info.json'],
    ['http://peer.example/info.json'],
    ['https://127.0.0.1/'],
    ['https://2130706433/'],
    ['https://[::ffff:10.0.0.1]/'],
    ['https://user@peer.example/'],
    [`https://peer.example/${'x'.repeat(1_024)}`],
    ['nonsense'],
  ])('is not asked for at %s', async (url) => {
    const found = await publicCalls(['127.0.0.1']).readInfo('A', url, never);
    expect(found).toEqual({
      ...{ value: null, status: null },
      problem: expect.stringMatching(/^its URL must/),
    });
  });

  it('is not asked for where a name leads to a private address, by one of several, too', async () => {
    for (const addresses of [['10.0.0.1'], ['1.1.1.1', '127.0.0.1'], ['fd00::1']]) {
      const found = await publicCalls(addresses).readInfo('A', 'https://peer.example/', never);
      expect(found.problem).toBe('its host leads to an address that is not public');
    }
  });

  it('is not asked for at what a name leads to later: it is looked up once', async () => {
    const answers = [['10.0.0.1'], ['1.1.1.1']];
    let lookUps = 0;
    const egress = createEgress({
      allowsLoopback: false,
      jsonThreads,
      resolve: () => Promise.resolve(answers[Math.min(lookUps++, 1)] ?? []),
    });
    const changing = createPeerCalls({ egress, signer, allowsLoopback: false });
    const { problem } = await changing.readInfo('A', 'https://peer.example/', never);
    expect([problem, lookUps]).toEqual(['its host leads to an address that is not public', 1]);
  });

  it.each<[string, (socket: Socket) => void, RegExp]>([
    [
      'has headers without end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        repeat(socket, `X-More: ${'x'.repeat(1_000)}\r\n`);
      },
      /could not be called|did not answer/,
    ],
    [
      'has a header without end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nX-Long: ');
        repeat(socket, 'x'.repeat(1_000));
      },
      /could not be called|did not answer/,
    ],
    [
      'has a body without end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        repeat(socket, `3e8\r\n${' '.repeat(1_000)}\r\n`);
      },
      /more than 65536 bytes/,
    ],
    [
      'is no HTTP',
      (socket) => {
        socket.end('220 peer.example ESMTP\r\n');
      },
      /could not be called|did not answer/,
    ],
  ])('is none where the answer %s', async (_case, answer, problem) => {
    const receiver = await startHostileReceiver(answer);
    const found = await calls.readInfo('A', receiver.url, never);
    expect(found).toMatchObject({ value: null, problem: expect.stringMatching(problem) });
    expect(receiver.bytesWritten()).toBeLessThan(8 * 2 ** 20);
  });

  it('is given up after its time, though bytes come all the while', async () => {
    const { url } = await startHostileReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n');
      const timer = setInterval(() => socket.write(' '), 100);
      socket.once('close', () => {
        clearInterval(timer);
      });
    });
    const egress = createEgress({ allowsLoopback: true, jsonThreads });
    const question = { headers: {}, maxBytes: 100_000, timeoutMs: 700, signal: never };
    const begun = Date.now();
    expect((await egress.getJson(url, question)).problem).toMatch(/broke off|not answer in time/);
    expect(Date.now() - begun).toBeLessThan(5_000);
    const { info, inventory, details } = peerAnswers;
    const times = [info, inventory, details].map((answer) => answer.timeoutMs);
    expect(times).toEqual([10_000, 60_000, 30_000]);
  });
});

describe('calls', () => {
  it('to one peer wait for each other, and four go on at once', async () => {
    let running = 0;
    let most = 0;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const url = await serve((_req, res) => {
      running += 1;
      most = Math.max(most, running);
      void released.then(() => {
        running -= 1;
        res.end('{}');
      });
    });
    const names = ['a', 'a', 'a', 'b', 'c', 'd', 'e', 'f'];
    const asked = names.map((name) => calls.readInfo(name, url, never));
    while (running < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(most).toBe(4);
    release();
    expect((await Promise.all(asked)).every(({ problem }) => problem === null)).toBe(true);
  });
});

describe('the inventory of a peer', () => {
  const mostBytes = 32 * 2 ** 20;

  it('is asked for with a header that is signed once its turn has come', async () => {
    let signed = 0;
    const counting = createPeerCalls({
      egress: createEgress({ allowsLoopback: true, jsonThreads }),
      signer: {
        ...signer,
        signRequest() {
          signed += 1;
          return signer.signRequest();
        },
      },
      allowsLoopback: true,
    });
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    let running = 0;
    const url = await serve((_req, res) => {
      running += 1;
      void released.then(() => res.end('[]'));
    });
    const slow = ['a', 'b', 'c', 'd'].map((name) => counting.readInfo(name, url, never));
    await eventually(() => {
      expect(running).toBe(4);
    });
    const asked = counting.readInventory({ address: 'e', inventoryUrl: url }, never);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(signed).toBe(0);
    release(undefined);
    expect((await asked).problem).toBeNull();
    await Promise.all(slow);
    expect(signed).toBe(1);
  });

  it('is none that comes in crumbs, which would keep the process busy for a minute', async () => {
    const { url } = await startHostileReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      repeat(socket, '1\r\n \r\n'.repeat(10_000));
    });
    const { problem } = await calls.readInventory({ address: 'A', inventoryUrl: url }, never);
    expect(problem).toBe('its answer comes in too many pieces');
  });

  it('is read though it comes in small pieces', async () => {
    const pieces = Array.from({ length: 20_000 }, () => '0,');
    const inventoryUrl = await serve((_req, res) => {
      res.write('[');
      for (const piece of pieces) res.write(piece);
      res.end('0]');
    });
    const { problem, list } = await calls.readInventory({ address: 'A', inventoryUrl }, never);
    expect(problem).toBeNull();
    expect(list).toHaveLength(20_001);
  });

  it.each<[string, RequestListener]>([
    ['has 32 MiB and one byte', answering(`"${'x'.repeat(mostBytes - 1)}"`)],
    [
      'is a gzip bomb',
      answering(gzipSync(Buffer.alloc(mostBytes + 1)), { 'Content-Encoding': 'gzip' }),
    ],
  ])('is none that %s', async (_case, listener) => {
    const inventoryUrl = await serve(listener);
    const { problem } = await calls.readInventory({ address: 'A', inventoryUrl }, never);
    expect(problem).toMatch(/more than 33554432 bytes/);
  });

  it.each<[string, Readonly<Record<string, string>>, string, RegExp]>([
    ['without a length', {}, ' ', /more than 33554432 bytes/],
    ['of 10 GB as it says', { 'Content-Length': '10000000000' }, ' ', /more than 33554432 bytes/],
  ])(
    'is read no further than 32 MiB where it never ends, %s',
    async (_case, headers, text, end) => {
      const names = Object.entries({ Connection: 'close', ...headers });
      const { url, bytesWritten, open } = await startHostileReceiver((socket) => {
        socket.write(
          `HTTP/1.1 200 OK\r\n${names.map((one) => `${one.join(': ')}\r\n`).join('')}\r\n`,
        );
        repeat(socket, text);
      });
      // Bytes that were read, the same in one piece, and others on their way.
      const bound = 3 * mostBytes;
      const memory = watchMemory(bound);
      const { problem } = await calls.readInventory({ address: 'A', inventoryUrl: url }, never);
      expect(problem).toMatch(end);
      expect(memory.most()).toBeLessThan(bound);
      await eventually(() => {
        expect(open.size).toBe(0);
      });
      expect(bytesWritten()).toBeLessThan(2 * mostBytes);
    },
  );

  it('is unpacked no further than 32 MiB where it is a gzip of 10 GiB', async () => {
    const member = gzipSync(Buffer.alloc(2 ** 26, ' '));
    const inventoryUrl = await serve(
      answering(Buffer.concat(Array.from({ length: 160 }, () => member)), {
        'Content-Encoding': 'gzip',
      }),
    );
    const bound = 4 * mostBytes;
    const memory = watchMemory(bound);
    const { problem } = await calls.readInventory({ address: 'A', inventoryUrl }, never);
    expect(problem).toMatch(/more than 33554432 bytes/);
    expect(memory.most()).toBeLessThan(bound);
  });

  it.each<[string, string, string | null]>([
    ['64 levels', `${'['.repeat(64)}${']'.repeat(64)}`, null],
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`, 'its JSON has more than 64 levels'],
    ['1,000,000 values', `[${'0,'.repeat(999_998)}0]`, null],
    ['one value more', `[${'0,'.repeat(999_999)}0]`, 'its JSON has more than 1000000 values'],
  ])('of %s is read, or is none', async (_case, body, problem) => {
    const inventoryUrl = await serve(answering(body));
    const found = await calls.readInventory({ address: 'A', inventoryUrl }, never);
    expect(found.problem).toBe(problem);
    expect(found.list && JSON.stringify([...found.list])).toBe(problem === null ? body : null);
  });

  it('is asked for with our header, and only there', async () => {
    let seen: string | undefined;
    const inventoryUrl = await serve((req, res) => {
      seen = req.headers.authorization;
      res.end('[]');
    });
    const peer = { address: '0001-00000003-AB0C', inventoryUrl };
    expect(await calls.readInventory(peer, never)).toMatchObject({
      list: { length: 0 },
      problem: null,
      status: 200,
    });
    expect(seen).toBe('ADS account="A", nonce="N", created="C", signature="S"');
  });
});
