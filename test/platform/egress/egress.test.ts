import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createEgress } from '../../../src/platform/egress/egress';
import { problemOfTarget } from '../../../src/platform/egress/target';
import { startReceiver } from '../../support/receiver';

const never = new AbortController().signal;
const message = { headers: { 'webhook-id': 'msg_1' }, body: '{}', signal: never };
const onLoopback = createEgress({ allowsLoopback: true });
const impatient = createEgress({ allowsLoopback: true, timeoutMs: 3_000 });

describe('a target', () => {
  it.each([
    ['http://example.com/', 'must be an https URL'],
    ['ftp://example.com/', 'must be an https URL of at most 1024 characters'],
    ['https:/example.com/', 'must be an https URL of at most 1024 characters'],
    ['nonsense', 'must be an https URL of at most 1024 characters'],
    [`https://example.com/${'a'.repeat(1_024)}`, 'must be an https URL of at most 1024 characters'],
    ['https://user:password@example.com/', 'must have no user or password in it'],
    ['https://example.com/#a', 'must have no fragment'],
    ...[
      'localhost',
      'a.localhost',
      '127.0.0.1',
      '127.1',
      '0x7f000001',
      '2130706433',
      '017700000001',
      '0',
      '10.1.2.3',
      '169.254.169.254',
      '100.64.0.1',
      '192.168.1.1',
      '172.31.255.255',
      '192.0.0.8',
      '198.18.0.1',
      '203.0.113.5',
      '224.0.0.1',
      '255.255.255.255',
      '[::]',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[2001::1]',
      '[2001:db8::1]',
      '[fd00::1]',
      '[fe80::1]',
      '[ff02::1]',
      '１２７.0.0.1',
    ].map((host) => [`https://${host}/`, 'must lead to a public address']),
  ])('%s: %s', (url, problem) => {
    expect(problemOfTarget(url, { allowsLoopback: false })).toBe(problem);
  });

  it.each(['https://example.com/hook?a=1', 'https://1.1.1.1:8443/', 'https://[2606:4700::1111]/'])(
    '%s is taken',
    (url) => {
      expect(problemOfTarget(url, { allowsLoopback: false })).toBeNull();
    },
  );

  it('is one on the loopback interface where the settings say so, and no other without TLS', () => {
    expect(problemOfTarget('http://127.0.0.1:1234/', { allowsLoopback: true })).toBeNull();
    expect(problemOfTarget('http://localhost/', { allowsLoopback: true })).toBeNull();
    expect(problemOfTarget('http://192.168.1.1/', { allowsLoopback: true })).toBe(
      'must be an https URL',
    );
  });
});

describe('a message', () => {
  it('is posted, and the beginning of the answer read', async () => {
    const receiver = await startReceiver();
    receiver.answer = (_req, res) => res.end('tak\u0000en');
    const reply = await onLoopback.post(receiver.url, message);
    expect(reply).toMatchObject({ status: 200, excerpt: 'tak en', problem: null });
    expect(receiver.messages).toMatchObject([{ headers: { 'webhook-id': 'msg_1' }, text: '{}' }]);
  });

  it('is not taken by a status that is not 2xx', async () => {
    const receiver = await startReceiver();
    receiver.answer = (_req, res) => res.writeHead(500).end('broken');
    expect(await onLoopback.post(receiver.url, message)).toMatchObject({
      status: 500,
      excerpt: 'broken',
      problem: 'it answered 500',
    });
  });

  it.each([
    ['120', 120_000],
    ['Fri, 31 Dec 2100 23:59:59 GMT', expect.any(Number)],
    ['Thu, 01 Jan 1970 00:00:00 GMT', null],
    ['soon', null],
    ['-1', null],
    ['9'.repeat(60), null],
  ])('reads that it may be sent again after %s', async (text, retryAfterMs) => {
    const receiver = await startReceiver();
    receiver.answer = (_req, res) => res.writeHead(503, { 'Retry-After': text }).end();
    expect(await onLoopback.post(receiver.url, message)).toMatchObject({ retryAfterMs });
  });

  it('follows no redirect', async () => {
    const [receiver, other] = [await startReceiver(), await startReceiver()];
    receiver.answer = (_req, res) => res.writeHead(307, { location: other.url }).end();
    expect(await onLoopback.post(receiver.url, message)).toMatchObject({
      status: 307,
      problem: 'it redirects, which is not followed',
    });
    expect(other.messages).toEqual([]);
  });

  it('leaves a server that hangs', async () => {
    const receiver = await startReceiver();
    receiver.answer = () => undefined;
    expect(await impatient.post(receiver.url, message)).toMatchObject({
      status: null,
      excerpt: null,
      problem: 'it did not answer in time',
    });
  });

  it('reads 4 KiB of an answer without end', async () => {
    const receiver = await startReceiver();
    let sent = 0;
    receiver.answer = (_req, res) => {
      const chunk = Buffer.alloc(65_536, 'a');
      const more = () => {
        do sent += chunk.length;
        while (!res.destroyed && res.write(chunk));
        if (!res.destroyed) res.once('drain', more);
      };
      more();
    };
    const reply = await onLoopback.post(receiver.url, message);
    expect(reply).toMatchObject({ status: 200, excerpt: 'a'.repeat(1_024), problem: null });
    // The sockets of both sides hold so much; no more is read.
    expect(sent).toBeLessThan(50 * 2 ** 20);
  });

  it('is taken by a server that says so and then hangs', async () => {
    const receiver = await startReceiver();
    receiver.answer = (_req, res) => res.write('yes');
    expect(await impatient.post(receiver.url, message)).toMatchObject({
      status: 200,
      excerpt: 'yes',
      problem: null,
    });
  });

  it('is not taken by a server of another language, or with headers without end', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A server that listens on TCP has an address of this form.
    const { port } = server.address() as AddressInfo;
    const reply = await onLoopback.post(`http://127.0.0.1:${port}/`, message);
    server.close();
    expect(reply).toMatchObject({ status: null, problem: expect.stringMatching(/HPE_/) });
  });

  it.each([['127.0.0.1'], ['::ffff:10.0.0.1'], ['1.1.1.1', '192.168.0.1'], ['fe80::1%eth0']])(
    'does not go to a name that leads to %s',
    async (...addresses: string[]) => {
      const egress = createEgress({
        allowsLoopback: false,
        resolve: () => Promise.resolve(addresses),
      });
      expect(await egress.post('https://rebound.example/', message)).toMatchObject({
        status: null,
        excerpt: null,
        problem: 'its host leads to an address that is not public',
      });
    },
  );

  it('does not go to names without an address, nor without TLS', async () => {
    const egress = createEgress({ allowsLoopback: false, resolve: () => Promise.resolve([]) });
    expect(await egress.post('https://nobody.example/', message)).toMatchObject({
      problem: 'its host has no address',
    });
    expect(await egress.post('http://nobody.example/', message)).toMatchObject({
      problem: 'only https URLs are called',
    });
  });

  it('asks for a certificate', async () => {
    const { url } = await startReceiver();
    const reply = await onLoopback.post(url.replace('http:', 'https:'), message);
    expect(reply).toMatchObject({
      status: null,
      problem: expect.stringMatching(/could not be called/),
    });
  });

  it('ends when the process does', async () => {
    const receiver = await startReceiver();
    const ending = new AbortController();
    receiver.answer = () => {
      ending.abort(new Error('stopping'));
    };
    const sent = onLoopback.post(receiver.url, { ...message, signal: ending.signal });
    await expect(sent).rejects.toThrow('stopping');
  });
});

describe('a text', () => {
  const plain = { 'Content-Type': 'text/plain; charset=utf-8' };
  const none = { text: null, location: null };

  it('is got, whole', async () => {
    const receiver = await startReceiver();
    receiver.answer = (_req, res) => res.writeHead(200, plain).end('one\ntwo ü');
    expect(await onLoopback.getText(receiver.url, 10_000)).toEqual({
      text: 'one\ntwo ü',
      problem: null,
      location: null,
    });
    expect(receiver.messages).toMatchObject([{ headers: { accept: 'text/plain' }, text: '' }]);
  });

  it.each([
    [404, plain, 'it answered 404'],
    [204, plain, 'it answered 204'],
    [206, plain, 'it answered 206'],
    [200, { 'Content-Type': 'text/html' }, 'its answer is no text/plain'],
    [200, { 'Content-Type': 'text/plainer' }, 'its answer is no text/plain'],
    [200, {}, 'its answer is no text/plain'],
    [200, { ...plain, 'Content-Encoding': 'gzip' }, 'its answer is compressed'],
  ])('is none by %i with %j', async (status, headers, problem) => {
    const receiver = await startReceiver();
    receiver.answer = (_req, res) => res.writeHead(status, headers).end();
    expect(await onLoopback.getText(receiver.url, 10)).toEqual({ ...none, problem });
  });

  it('is none where the server redirects, and says where to', async () => {
    const receiver = await startReceiver();
    receiver.answer = (_req, res) => res.writeHead(301, { location: '/elsewhere' }).end();
    expect(await onLoopback.getText(receiver.url, 10)).toEqual({
      text: null,
      problem: 'it redirects, which is not followed',
      location: '/elsewhere',
    });
    expect(receiver.messages).toHaveLength(1);
  });

  it('is none that is too long, breaks off or does not come', async () => {
    const receiver = await startReceiver();
    const get = (egress = onLoopback) => egress.getText(receiver.url, 10);
    receiver.answer = (_req, res) => res.writeHead(200, plain).end('a'.repeat(10));
    expect(await get()).toMatchObject({ text: 'a'.repeat(10) });
    receiver.answer = (_req, res) => res.writeHead(200, plain).end('a'.repeat(11));
    expect(await get()).toEqual({ ...none, problem: 'its answer has more than 10 bytes' });
    receiver.answer = (_req, res) => {
      res.writeHead(200, { ...plain, 'Content-Length': '9' });
      res.write('a', () => res.destroy());
    };
    expect(await get()).toEqual({ ...none, problem: 'its answer broke off' });
    receiver.answer = (_req, res) => res.writeHead(200, plain).write('a');
    expect(await get(impatient)).toEqual({ ...none, problem: 'its answer broke off' });
    receiver.answer = () => undefined;
    expect(await get(impatient)).toEqual({ ...none, problem: 'it did not answer in time' });
  });

  it('is not got from an address that is not public', async () => {
    const resolve = () => Promise.resolve(['10.0.0.1']);
    const egress = createEgress({ allowsLoopback: false, resolve });
    expect(await egress.getText('https://rebound.example/ads.txt', 10)).toEqual({
      ...none,
      problem: 'its host leads to an address that is not public',
    });
  });
});

describe('a file', () => {
  it('is got as it is, with the type that its server says', async () => {
    const receiver = await startReceiver();
    const bytes = Buffer.from([0, 255, 10]);
    receiver.answer = (_req, res) =>
      res.writeHead(200, { 'Content-Type': 'Font/TTF; x=y' }).end(bytes);
    expect(await onLoopback.getFile(receiver.url, 3)).toEqual({ bytes, mime: 'font/ttf' });
    expect(receiver.messages).toMatchObject([{ headers: { 'accept-encoding': 'identity' } }]);
    receiver.answer = (_req, res) => res.writeHead(200, { 'Content-Type': 'odd' }).end(bytes);
    expect(await onLoopback.getFile(receiver.url, 3)).toEqual({
      bytes,
      mime: 'application/octet-stream',
    });
  });

  it('is none that is too long, compressed, elsewhere or at an address that is not public', async () => {
    const receiver = await startReceiver();
    const get = () => onLoopback.getFile(receiver.url, 3);
    receiver.answer = (_req, res) => res.writeHead(200).end('long');
    expect(await get()).toEqual({ problem: 'its answer has more than 3 bytes', bytesRead: 3 });
    receiver.answer = (_req, res) => res.writeHead(200, { 'Content-Encoding': 'br' }).end('a');
    expect(await get()).toEqual({ problem: 'its answer is compressed', bytesRead: 1 });
    receiver.answer = (_req, res) => res.writeHead(302, { location: '/' }).end();
    expect(await get()).toEqual({ problem: 'it redirects, which is not followed', bytesRead: 0 });
    const resolve = () => Promise.resolve(['10.0.0.1']);
    const strict = createEgress({ allowsLoopback: false, resolve });
    expect(await strict.getFile('https://code.example/a.js', 3)).toEqual({
      problem: 'its host leads to an address that is not public',
      bytesRead: 0,
    });
  });
});
