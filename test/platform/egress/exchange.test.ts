import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { exchange } from '../../../src/platform/egress/exchange';

const hosts: (string | undefined)[] = [];
const server = createServer((req, res) => {
  hosts.push(req.headers.host);
  res.end('here');
});
let port: number;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('goes to the address that was looked at, whatever the name leads to by then', async () => {
  // Nobody can have this name. @see RFC 2606 §2
  const url = new URL(`http://peer.invalid:${port}/info.json`);
  const { signal } = new AbortController();
  const params = { method: 'GET', headers: {}, body: '', maxBytes: 100, signal } as const;
  const { status, blocks } = await exchange(url, ['127.0.0.1'], params);
  expect([status, Buffer.concat(blocks).toString()]).toEqual([200, 'here']);
  expect(hosts).toEqual([`peer.invalid:${port}`]);
});
