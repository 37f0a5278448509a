import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import pino from 'pino';
import { requestMessage } from '../sidecar/ledger/peer-signature';
import { verifier } from '../sidecar/ledger/signature';
import { signingKey } from '../sidecar/ledger/signing';
import { createServiceContext } from '../src/assembly/service-context';
import { parseConfig } from '../src/config';
import {
  createRemittanceLineStore,
  linesOfBlock,
} from '../src/money/remittances/remittance-line.store';
import { discoverPeers } from '../src/peers/discovery/discover-peers.job';
import { createAccountKeys } from '../src/peers/signed-requests/account-keys';
import { formatRequestHeader } from '../src/peers/signed-requests/request-header';
import { createSeenNonces } from '../src/peers/signed-requests/seen-nonces';
import { verifyRequest } from '../src/peers/signed-requests/verify-request.service';
import { wholeTurn } from '../src/platform/jobs/job';
import { formatTime } from '../src/time';
import { collectGarbage } from './support/collect-garbage';
import { measureCpuPerRequest } from './support/cpu-per-request';
import { withDatabase } from './support/database';
import { addressOf, makeDayOfBroadcasts } from './support/day-of-broadcasts';
import { findBodies } from './support/find-bodies';
import { startGatewayProcess } from './support/gateway';
import { insertInventory } from './support/inventory';
import { startLoadGenerator, toLoadRequest } from './support/load';
import { infoOf, insertPeers } from './support/known-peers';
import { exportOf } from './support/peer-export';
import { report, reportCpu, reportRatio } from './support/report';
import { median } from './support/statistics';

/**
 * P22: CPU of a find beside 256 known peers / beside none. P22-scan: a day of blocks with 10,000 broadcasts of 100
 * accounts, each server asked. P22-header: the signed header of a peer, verified. P22-export: the list of our campaigns for others, made and read again.
 * P22-details: pages of 5,000 of the details of a payment of 1,000,000 cases, the first and the last.
 */
const { values: options } = parseArgs({
  options: {
    creatives: { type: 'string', default: '20000' },
    headers: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '7' },
    window: { type: 'string', default: '1500' },
    broadcasts: { type: 'string', default: '10000' },
  },
});

const rounds = Number(options.rounds);
const knownPeers = 256;
const servers = 100;

void main();

async function main(): Promise<void> {
  await reportHeaders();
  await reportExport();
  await withDatabase(reportDetails);
  await withDatabase(reportScan);
  await withDatabase((alone, aloneUri) =>
    withDatabase((beside, besideUri) => reportFinds([alone, aloneUri], [beside, besideUri])),
  );
}

async function reportHeaders(): Promise<void> {
  const measured: (readonly [whole: number, bare: number])[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await measureHeaders());
  const whole = median(measured.map(([micros]) => micros));
  const bare = median(measured.map(([, micros]) => micros));
  const figures = `${whole.toFixed(1)} / ${bare.toFixed(1)} µs`;
  reportRatio('P22-header header of a peer / its signature alone', figures, whole / bare);
}

/** Time of one, in µs: all of it, and the check of its signature alone. */
async function measureHeaders(): Promise<readonly [whole: number, bare: number]> {
  const count = Number(options.headers);
  const at = new Date();
  const now = () => at;
  const seconds = Math.floor(at.getTime() / 1000);
  const key = signingKey(randomBytes(32));
  const messages = Array.from({ length: count }, () => {
    const nonce = randomBytes(32);
    const message = requestMessage(nonce, seconds);
    return { nonce, message, signature: key.sign(message) };
  });
  const headers = messages.map(({ nonce, signature }) =>
    formatRequestHeader({
      account: addressOf(5),
      nonce: nonce.toString('base64'),
      created: formatTime(at),
      signature: Buffer.from(signature).toString('hex'),
    }),
  );
  const readPublicKey = () => Promise.resolve(Buffer.from(key.publicKey));
  const ctx = {
    now,
    accountKeys: createAccountKeys({ readPublicKey }, now),
    seenNonces: createSeenNonces({ keptMs: 361_000, most: 100_000, mostOfOne: 100_000, now }),
  };
  const startedAt = performance.now();
  for (const header of headers) {
    const { problem } = await verifyRequest(ctx, header, () => true);
    if (problem !== null) throw new Error(problem);
  }
  const wholeMs = performance.now() - startedAt;
  const verifies = verifier(key.publicKey);
  const bareAt = performance.now();
  for (const { message, signature } of messages) verifies(message, signature);
  const bareMs = performance.now() - bareAt;
  return [(wholeMs * 1_000) / count, (bareMs * 1_000) / count];
}

/** A gateway makes the list anew every half minute: but for its first minutes, that code is compiled. */
const coldExports = 5;

async function reportExport(): Promise<void> {
  const measured: (readonly [made: number, again: number])[] = [];
  for (let round = 0; round < coldExports + rounds; round += 1) {
    const kept = exportOf({ campaigns: 5_000, creativesOfEach: 4 });
    collectGarbage();
    const startedAt = performance.now();
    await kept.readFor('');
    const madeAt = performance.now();
    await kept.readFor('');
    measured.push([madeAt - startedAt, performance.now() - madeAt]);
  }
  const warm = measured.slice(coldExports);
  const first = measured[0]?.[0] ?? 0;
  const made = median(warm.map(([ms]) => ms));
  const again = median(warm.map(([, ms]) => ms));
  report(
    'P22-export 5,000 campaigns, 20,000 creatives',
    `${made.toFixed(0)} ms (the first one ${first.toFixed(0)}), ${again.toFixed(2)} ms`,
  );
}

async function reportDetails(db: Connection): Promise<void> {
  const store = createRemittanceLineStore(db);
  const [count, ofPage] = [1_000_000, 5_000];
  const id = randomBytes(16).toString('hex');
  for (let from = 0; from < count; from += linesOfBlock) {
    const put = Array.from({ length: linesOfBlock }, () => ({
      cid: randomBytes(16).toString('hex'),
      value: 10n ** 11n,
    }));
    await store.putLines(id, { from, put, writtenAt: new Date() });
  }
  const measure = async (offset: number) => {
    const startedAt = performance.now();
    const lines = await store.listLines(id, { offset, limit: ofPage });
    if (lines.length !== ofPage) throw new Error(`${lines.length} lines`);
    return performance.now() - startedAt;
  };
  const [first, last]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds * 5; round += 1) {
    first.push(await measure(0));
    last.push(await measure(count - ofPage));
  }
  report(
    'P22-details 5,000 of 1,000,000, first and last',
    `${median(first).toFixed(1)} ms, ${median(last).toFixed(1)} ms`,
  );
}

async function reportScan(db: Connection, uri: string): Promise<void> {
  const http = createServer((req, res) => {
    const [, address = ''] = /^\/([\w-]+)\//.exec(req.url ?? '') ?? [];
    res.end(JSON.stringify(infoOf(origin, address)));
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  // A server that listens on TCP has an address of this form.
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const day = await makeDayOfBroadcasts(
    { accounts: servers, broadcasts: Number(options.broadcasts) },
    (user) => `${origin}/${addressOf(user)}/info.json`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'adgate-bench-'));
  const config = parseConfig({
    ...{ ADGATE_DATA_DIR: folder, MONGODB_URI: uri, ADGATE_LEDGER_ADDRESS: addressOf(1) },
    ...{ ADGATE_WALLET_URL: day.walletUrl, ADGATE_LOOPBACK_PEERS: '1' },
  });
  const log = pino({ level: 'silent' });
  const ctx = await createServiceContext(db, config, { log, publicUrl: origin, now: day.now });
  const before = process.memoryUsage.rss();
  const startedAt = performance.now();
  await discoverPeers.run(ctx, new AbortController().signal, wholeTurn);
  const seconds = (performance.now() - startedAt) / 1_000;
  const mebibytes = (process.memoryUsage.rss() - before) / 2 ** 20;
  const found = await ctx.peers.countOf('found');
  if (found !== servers) throw new Error(`expected ${servers} servers, found ${found}`);
  report('P22-scan a day of broadcasts', `${seconds.toFixed(1)} s, ${mebibytes.toFixed(0)} MB`);
  await ctx.jsonThreads.close();
  await day.close();
  http.closeAllConnections();
  http.close();
  rmSync(folder, { recursive: true, force: true });
}

type Database = readonly [db: Connection, uri: string];

async function reportFinds(alone: Database, beside: Database): Promise<void> {
  for (const [db] of [alone, beside]) await insertInventory(db, Number(options.creatives));
  // The first start makes the indexes.
  await (await startGatewayProcess(beside[1])).stop();
  await insertPeers(beside[0], knownPeers);
  const without = await startGatewayProcess(alone[1]);
  const withPeers = await startGatewayProcess(beside[1]);
  const load = startLoadGenerator();
  const requests = findBodies.map((text) => toLoadRequest('POST', '/supply/find', text));
  try {
    const [few, many] = await measureCpuPerRequest(
      load,
      [
        { name: 'no peers', server: without, requests, status: 200 },
        { name: '256 peers', server: withPeers, requests, status: 200 },
      ],
      { rounds, windowMs: Number(options.window), connections: 32 },
    );
    if (few && many) reportCpu('P22 find beside 256 peers / none', many, few);
  } finally {
    load.stop();
    await without.stop();
    await withPeers.stop();
  }
}
