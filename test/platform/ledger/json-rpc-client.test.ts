import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createJsonRpcClient } from '../../../src/platform/ledger/json-rpc-client';

let stop = () => Promise.resolve();
afterEach(() => stop());

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = async () => {
    stop = () => Promise.resolve();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const limits = { timeoutMs: 200, maxBytes: 1000 };
const sayError =
  (error: object): RequestListener =>
  (_req, res) => {
    res.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }));
  };
const refused = { code: -32_000, message: 'Too low balance', data: { code: 9, info: '' } };

describe('a call to wallet or relay', () => {
  it('gives the result', async () => {
    const url = await serve((_req, res) => {
      res.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { msid: '5' } }));
    });
    expect(await createJsonRpcClient(url, limits)('get_me', {})).toEqual({ msid: '5' });
  });

  it.each<[string, RequestListener, object]>([
    ['refused by the ledger', sayError(refused), { kind: 'refused', ledgerCode: 9 }],
    ['of no node', sayError({ code: -32_010, message: 'x' }), { kind: 'unreachable' }],
    ['of unknown outcome', sayError({ code: -32_011, message: 'x' }), { kind: 'unknown' }],
    ['too many', sayError({ code: -32_020, message: 'x' }), { kind: 'busy' }],
    ['not understood', sayError({ code: -32_602, message: 'x' }), { kind: 'malformed' }],
    [
      'answered with another id',
      (_req, res) => res.end('{"jsonrpc":"2.0","id":7,"result":{}}'),
      { kind: 'malformed' },
    ],
    ['answered with no JSON', (_req, res) => res.end('<html>'), { kind: 'malformed' }],
    ['answered without end', (_req, res) => res.end('x'.repeat(2000)), { kind: 'malformed' }],
    [
      'answered with an error of HTTP',
      (_req, res) => res.writeHead(502).end('{}'),
      { kind: 'unknown' },
    ],
    [
      'sent elsewhere',
      (_req, res) => res.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end(),
      { kind: 'unknown' },
    ],
    ['cut', (req) => void req.socket.destroy(), { kind: 'unknown' }],
    ['not answered in time', () => undefined, { kind: 'unknown' }],
  ])('tells of one %s', async (_case, listener, failure) => {
    const call = createJsonRpcClient(await serve(listener), limits);
    await expect(call('send_again', {})).rejects.toMatchObject({
      name: 'LedgerFailure',
      ledgerCode: null,
      ...failure,
    });
  });

  it('tells that nobody listens: nothing has left', async () => {
    const url = await serve(() => undefined);
    await stop();
    const call = createJsonRpcClient(url, limits);
    await expect(call('send_again', {})).rejects.toMatchObject({ kind: 'unreachable' });
  });
});
