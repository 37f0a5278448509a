import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { withDatabase } from './support/database';
import { addressOf, daySeconds, makeDayOfBroadcasts } from './support/day-of-broadcasts';
import { findBodies } from './support/find-bodies';
import { type BenchServer, startGatewayProcess } from './support/gateway';
import { insertInventory } from './support/inventory';
import { runOpenLoad, toLoadRequest } from './support/load';
import { reportRatio } from './support/report';
import { quantile } from './support/statistics';

/**
 * P22-beside: how long the slowest finds take at a gateway that reads a day of broadcasts and asks the servers that are
 * announced there / at another one meanwhile, which has no wallet and reads nothing. So both have the same machine beside
 * them: the ledger and the servers are in this process. Arrival times are fixed beforehand.
 */
const { values: options } = parseArgs({
  options: {
    creatives: { type: 'string', default: '20000' },
    broadcasts: { type: 'string', default: '10000' },
    perSecond: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '12' },
  },
});
const servers = 100;
const requests = findBodies.map((body) => toLoadRequest('POST', '/supply/find', body));

void withDatabase(main);

async function main(db: Connection, uri: string): Promise<void> {
  await insertInventory(db, Number(options.creatives));
  const http = createServer((req, res) => {
    const [, adsAddress = ''] = /^\/([\w-]+)\//.exec(req.url ?? '') ?? [];
    res.end(JSON.stringify(infoOf(origin, adsAddress)));
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  // A server that listens on TCP has an address of this form.
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const day = await makeDayOfBroadcasts(
    {
      ...{ accounts: servers, broadcasts: Number(options.broadcasts) },
      begin: Math.floor(Date.now() / 1_000) - daySeconds,
    },
    (user) => `${origin}/${addressOf(user)}/info.json`,
  );
  const idle = await startGatewayProcess(uri, { onAllCores: true });
  const scanning = await startGatewayProcess(uri, {
    onAllCores: true,
    env: {
      ...{ ADGATE_LEDGER_ADDRESS: addressOf(1), ADGATE_WALLET_URL: day.walletUrl },
      ...{ ADGATE_RELAY_URL: day.walletUrl, ADGATE_LOOPBACK_PEERS: '1', ADGATE_PEERS: 'approve' },
    },
  });
  const scans = db.collection('peerScans');
  const untilScanned = async () => {
    while ((await scans.countDocuments({})) === 0) await pause(200);
  };
  const measure = async ({ port }: BenchServer) => {
    await untilScanned();
    await db.collection('peers').updateMany({}, { $set: { answeredAt: new Date(0) } });
    await scans.deleteMany({});
    const order = { port, requests, perSecond: Number(options.perSecond) };
    const durationMs = Number(options.seconds) * 1_000;
    return (await runOpenLoad({ ...order, durationMs, connections: 64 })).latencies;
  };
  const [ofIdle, ofScanning]: [number[], number[]] = [[], []];
  try {
    for (const gateway of [idle, scanning]) await measure(gateway);
    for (let round = 0; round < Number(options.rounds); round += 1) {
      ofIdle.push(...(await measure(idle)));
      ofScanning.push(...(await measure(scanning)));
    }
  } finally {
    await Promise.all([idle.stop(), scanning.stop()]);
    await day.close();
    http.closeAllConnections();
    http.close();
  }
  const [few, many] = [ofIdle, ofScanning].map((all) =>
    quantile(
      all.sort((a, b) => a - b),
      0.99,
    ),
  );
  if (few === undefined || many === undefined) throw new Error('nothing was measured');
  const figures = `${many.toFixed(1)} / ${few.toFixed(1)} ms`;
  reportRatio(
    'P22-beside p99 of finds where a day is read / at another gateway meanwhile',
    figures,
    many / few,
  );
}

function infoOf(origin: string, adsAddress: string): object {
  return {
    ...{ module: 'adserver', name: 'Bench', version: '1', capabilities: ['ADV', 'PUB'] },
    ...{ serverUrl: origin, panelUrl: origin, privacyUrl: origin, termsUrl: origin },
    ...{ inventoryUrl: `${origin}/list`, adsAddress },
  };
}
