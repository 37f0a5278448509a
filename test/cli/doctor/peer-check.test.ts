import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { checkPeers } from '../../../src/cli/doctor/peer-check';
import { parseConfig } from '../../../src/config';
import { tellOwnInfo } from '../../../src/peers/discovery/own-info.service';

const address = '0001-00000001-8B4E';
const now = new Date('2026-11-22T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

let told: Readonly<Record<string, unknown>> = {};
const server = createServer((req, res) => {
  const config = { ...parseConfig({}), ledgerAddress: address };
  const publicUrl = `http://${req.headers.host}`;
  res.end(JSON.stringify({ ...tellOwnInfo({ config, publicUrl, peerMode: 'approve' }), ...told }));
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const look = (broadcastAt: Date | null, env: Readonly<Record<string, string>> = {}) =>
  checkPeers(
    parseConfig({
      ADGATE_LEDGER_ADDRESS: address,
      ADGATE_PUBLIC_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ADGATE_LOOPBACK_PEERS: '1',
      ...env,
    }),
    { mode: 'approve', beginsOff: false, pausedAt: null, broadcastAt, owed: 0n, now },
  );

it.each([
  ['young', hoursAgo(23), 'ok', /the last broadcast is in the block of 2026-11-21T13:00:00.000Z/],
  ['older than a day', hoursAgo(25), 'problem', /others take this server for silent/],
  ['none', null, 'warning', /no block has a broadcast/],
])('the last broadcast is %s', async (_case, broadcastAt, state, message) => {
  told = {};
  expect(await look(broadcastAt)).toMatchObject({ state, message: expect.stringMatching(message) });
});

it('says where others cannot call the public URL, or somebody else answers there', async () => {
  told = { adsAddress: '0001-00000002-BB2D' };
  expect(await look(hoursAgo(1))).toMatchObject({
    state: 'problem',
    message: expect.stringMatching(/says to be 0001-00000002-BB2D$/),
  });
  expect(await look(hoursAgo(1), { ADGATE_LOOPBACK_PEERS: '0' })).toMatchObject({
    state: 'warning',
    message: 'they call https URLs alone',
  });
});

it('says what others would not read of it', async () => {
  told = { adsTxtDomain: 'elsewhere.example' };
  expect(await look(hoursAgo(1))).toMatchObject({
    state: 'problem',
    message: expect.stringMatching(/the host of inventoryUrl is not in elsewhere.example$/),
  });
});

it('says that an operator has paused them', async () => {
  const found = await checkPeers(parseConfig({}), {
    ...{ mode: 'approve', beginsOff: false, pausedAt: hoursAgo(1), broadcastAt: hoursAgo(30) },
    ...{ owed: 0n, now },
  });
  expect(found).toMatchObject({
    state: 'warning',
    message: expect.stringContaining(hoursAgo(1).toISOString()),
    remedy: 'adgate peer resume',
  });
});
