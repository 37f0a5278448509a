import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parseAmount } from '../../../src/amount';
import { parseConfig } from '../../../src/config';
import { createRateFetcher, parseRate } from '../../../src/money/rates/rate-source';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function urlOf(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rate`;
}

describe('parseRate', () => {
  it.each([
    ['0.02', '0.02'],
    [' 0.02\n', '0.02'],
    ['"0.02"', '0.02'],
    ['{"value":0.02}', '0.02'],
    ['{"value":"0.02","currency":"USD"}', '0.02'],
    ['0.0123456789012345', '0.01234567890'],
    ['{"value":0.12345678901234567890}', '0.12345678901'],
    ['7', '7'],
  ])('reads %s', (body, rate) => {
    expect(parseRate(body)).toBe(parseAmount(rate));
  });

  it.each([
    '',
    'null',
    'NaN',
    '1e-2',
    '-1',
    '{}',
    '[]',
    '{"value":null}',
    '{"value":[1]}',
    '0,02',
    '9'.repeat(20),
  ])('finds no rate in %s', (body) => {
    expect(parseRate(body)).toBeNull();
  });
});

describe('the URL of the rate', () => {
  it('is asked', async () => {
    const url = await urlOf((_req, res) => res.end('{"value":0.02}'));
    expect(await createRateFetcher(url)()).toBe(parseAmount('0.02'));
  });

  it.each<[string, RequestListener, string | RegExp]>([
    ['answers with an error', (_req, res) => res.writeHead(503).end('0.02'), 'answers 503'],
    [
      'answers with something else',
      (_req, res) => res.end('<html>'),
      'does not answer with a rate',
    ],
    [
      'leads elsewhere',
      (_req, res) => res.writeHead(302, { Location: '/other' }).end(),
      /fetch failed|redirect/,
    ],
    [
      'does not end',
      (_req, res) => {
        const go = () => res.write('1'.repeat(2 ** 14), go);
        go();
      },
      'over 65536 bytes',
    ],
    ['hangs up', (req) => req.socket.destroy(), 'fetch failed'],
  ])('gives no rate when it %s', async (_case, listener, message) => {
    const url = await urlOf(listener);
    await expect(createRateFetcher(url)()).rejects.toThrow(message);
  });

  it.each(['http://example.org/rate', 'ftp://127.0.0.1/', 'file:///etc/passwd', 'rate'])(
    'may not be %s',
    (url) => {
      expect(() => parseConfig({ ADGATE_RATE_URL: url })).toThrow('ADGATE_RATE_URL must be');
    },
  );

  it.each([
    'https://example.org/rate?a=1',
    'http://localhost:1/',
    'http://127.0.0.1:8/x',
    'http://[::1]/',
  ])('may be %s', (url) => {
    expect(parseConfig({ ADGATE_RATE_URL: url }).rateUrl).toBe(url);
  });
});
