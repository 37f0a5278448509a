import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { anId } from './support/chance';
import { memoryMegabytes } from './support/cpu-time';
import { withDatabase } from './support/database';
import { addressOf, daySeconds, makeDayOfBroadcasts } from './support/day-of-broadcasts';
import { findBodies } from './support/find-bodies';
import { type BenchServer, startGatewayProcess } from './support/gateway';
import { insertInventory } from './support/inventory';
import { insertPeers, knownPeerAddress } from './support/known-peers';
import { runOpenLoad, toLoadRequest } from './support/load';
import { type CoreShares, toText, watchCores } from './support/load-on-machine';
import { report, reportRatio } from './support/report';
import { quantile } from './support/statistics';

/**
 * P22-import: how long the slowest finds take at a gateway while it imports 20,000 creatives of another server / before; how long
 * an import takes, and by how much the gateway's memory grows. The other server is in this process. Arrival times are fixed
 * beforehand.
 *
 * Another gateway, which has no wallet and imports nothing, answers as many finds at the same times: its finds have the same
 * cores and the same database, so the ratio of the two is what the import itself takes from finds. The rest is work of the
 * database and of this bench, for which finds wait where cores are few: how much each used is printed, too.
 */
const { values: options } = parseArgs({
  options: {
    creatives: { type: 'string', default: '20000' },
    listed: { type: 'string', default: '20000' },
    perSecond: { type: 'string', default: '200' },
    /** Each has a server of its own to import from. */
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '12' },
  },
});
const listed = Number(options.listed);
const rounds = Number(options.rounds);
const requests = findBodies.map((body) => toLoadRequest('POST', '/supply/find', body));
const creativesOfCampaign = 4;
const mostMs = 300_000;

void withDatabase(main);

async function main(db: Connection, uri: string, databasePid: number | null): Promise<void> {
  await insertInventory(db, Number(options.creatives));
  await insertPeers(db, rounds);
  const peers = db.collection<{ readonly _id: string }>('peers');
  await peers.updateMany({}, { $set: { state: 'found' } });
  const list = Buffer.from(JSON.stringify(makeList()));
  /** When the list was asked for last. */
  let askedAt = 0;
  const http = createServer((req, res) => {
    if (req.url !== '/list') return void res.writeHead(404).end();
    askedAt = performance.now();
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(list);
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  // A server that listens on TCP has an address of this form.
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const places = { 'info.serverUrl': origin, 'info.inventoryUrl': `${origin}/list` };
  await peers.updateMany({}, { $set: places });
  const day = await makeDayOfBroadcasts(
    { accounts: 1, broadcasts: 1, begin: Math.floor(Date.now() / 1_000) - daySeconds },
    () => `${origin}/info.json`,
  );
  const idle = await startGatewayProcess(uri, { onAllCores: true });
  const importing = await startGatewayProcess(uri, {
    onAllCores: true,
    env: {
      ...{ ADGATE_LEDGER_ADDRESS: addressOf(1), ADGATE_WALLET_URL: day.walletUrl },
      ...{ ADGATE_RELAY_URL: day.walletUrl, ADGATE_LOOPBACK_PEERS: '1', ADGATE_PEERS: 'approve' },
      ADGATE_PEER_IMPORT_SECONDS: '3600',
    },
  });
  const imports = db.collection<{
    readonly _id: string;
    readonly creatives: number;
    readonly problem: string | null;
  }>('peerImports');
  const importFrom = async (peer: string): Promise<number> => {
    const updatedAt = new Date();
    await peers.updateOne({ _id: peer }, { $set: { state: 'allowed', updatedAt } });
    for (const startedAt = performance.now(); performance.now() - startedAt < mostMs; ) {
      const done = await imports.findOne({ _id: peer });
      if (done?.creatives === listed) return (performance.now() - askedAt) / 1_000;
      if (done?.problem) throw new Error(done.problem);
      await pause(100);
    }
    throw new Error('nothing was imported');
  };
  const gateways = { importing: importing.pid, other: idle.pid };
  const processes = { ...gateways, ...(databasePid !== null && { database: databasePid }) };
  const all: Round[] = [];
  try {
    await measureBoth([importing, idle]);
    for (let round = 0; round < rounds; round += 1) {
      const rest = await measureBoth([importing, idle], processes);
      const before = memoryMegabytes(importing.pid);
      let most = before;
      const watch = setInterval(() => {
        most = Math.max(most, memoryMegabytes(importing.pid));
      }, 50);
      const [seconds, busy] = await Promise.all([
        importFrom(knownPeerAddress(round)),
        measureBoth([importing, idle], processes),
      ]).finally(() => {
        clearInterval(watch);
      });
      all.push({ rest, busy, seconds, memory: most - before });
    }
  } finally {
    await Promise.all([idle.stop(), importing.stop()]);
    await day.close();
    http.closeAllConnections();
    http.close();
  }
  reportRounds(all);
}

/** Finds of both gateways at once. */
interface Window {
  readonly importing: readonly number[];
  readonly other: readonly number[];
  readonly cores: CoreShares;
}

interface Round {
  readonly rest: Window;
  readonly busy: Window;
  readonly seconds: number;
  readonly memory: number;
}

/** @param processes whose CPU is watched, beside this one's */
async function measureBoth(
  gateways: readonly [importing: BenchServer, other: BenchServer],
  processes: Readonly<Record<string, number>> = {},
): Promise<Window> {
  const measure = async ({ port }: BenchServer) => {
    const order = { port, requests, perSecond: Number(options.perSecond) };
    const durationMs = Number(options.seconds) * 1_000;
    return (await runOpenLoad({ ...order, durationMs, connections: 64 })).latencies;
  };
  let latencies: (readonly number[])[] = [];
  const cores = await watchCores({ ...processes, bench: process.pid }, async () => {
    latencies = await Promise.all(gateways.map(measure));
  });
  const [importing = [], other = []] = latencies;
  return { importing, other, cores };
}

function reportRounds(all: readonly Round[]): void {
  const p99 = (when: 'rest' | 'busy', of: 'importing' | 'other', some = all) =>
    quantile(
      some.flatMap((round) => round[when][of]).sort((one, other) => one - other),
      0.99,
    );
  const compare = (name: string, many: number, few: number) => {
    reportRatio(name, `${many.toFixed(1)} / ${few.toFixed(1)} ms`, many / few);
  };
  const [busy, rest] = [p99('busy', 'importing'), p99('rest', 'importing')];
  compare('P22-import p99 of finds while a list is imported / at rest', busy, rest);
  const [otherBusy, otherRest] = [p99('busy', 'other'), p99('rest', 'other')];
  compare('P22-import the same / at the other gateway meanwhile', busy, otherBusy);
  compare('P22-import at the other gateway meanwhile / at rest', otherBusy, otherRest);
  const ratios = all.map((one) => p99('busy', 'importing', [one]) / p99('busy', 'other', [one]));
  console.log(
    `  of each round, beside the other gateway: ${ratios.map((one) => one.toFixed(2)).join(', ')}`,
  );
  for (const { rest: atRest, busy: meanwhile } of all)
    for (const [when, { cores }] of [
      ['at rest', atRest],
      ['while it is imported', meanwhile],
    ] as const)
      console.log(
        `  cores used ${when}: ${toText(cores.used)}, all of the machine ${cores.inAll.toFixed(2)}; waited for: ${toText(cores.waited)}`,
      );
  const longest = Math.max(...all.map(({ seconds }) => seconds));
  const most = Math.max(...all.map(({ memory }) => memory));
  report(
    `P22-import ${listed} creatives`,
    `${longest.toFixed(1)} s, ${most.toFixed(0)} MB more at most`,
  );
}

/** Campaigns as docs/peers.md §6 has them. */
function makeList(): readonly object[] {
  return Array.from({ length: listed / creativesOfCampaign }, () => ({
    ...{ id: anId(), landing_url: 'https://shop.example/landing', date_end: null },
    ...{ date_start: '2026-01-01T00:00:00+00:00', created_at: '2025-12-31T10:00:00+00:00' },
    ...{ updated_at: '2026-01-05T08:30:00+00:00', medium: 'web', vendor: null },
    ...{ max_cpc: 0, max_cpm: 500_000_000_000, budget: 970_300_000_000 },
    ...{ targeting_requires: { user: { language: ['en'] } }, targeting_excludes: [] },
    banners: Array.from({ length: creativesOfCampaign }, () => {
      const id = anId();
      return {
        ...{ id, size: '300x250', type: 'image', mime: 'image/png', classification: {} },
        checksum: `${anId()}${anId().slice(0, 8)}`,
        serve_url: `https://demand.example/serve/x${id}.doc?v=829c`,
        click_url: `https://demand.example/click/${id}`,
        view_url: `https://demand.example/view/${id}`,
      };
    }),
  }));
}
