import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { createSigningKeyStore } from '../src/platform/keys/signing-key.store';
import { type Contender, measureCpuPerRequest } from './support/cpu-per-request';
import { withDatabase } from './support/database';
import { findBodies, findOnce } from './support/find-bodies';
import { insertForeignInventory } from './support/foreign-inventory';
import { type BenchServer, startGatewayProcess } from './support/gateway';
import { insertInventory } from './support/inventory';
import { insertPeers, knownPeerAddress } from './support/known-peers';
import { type LoadRequest, startLoadGenerator, toLoadRequest } from './support/load';
import { createOffer, offerRequests } from './support/offers';
import { reportCpu } from './support/report';

/**
 * P22-forwarded: a durable view of another server's creative, led on to that server / one of a creative of ours. P22-foreign: a
 * find where every fifth creative is another server's / where all are ours; budgets are in force at both.
 */
const { values: options } = parseArgs({
  options: {
    creatives: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '7' },
    window: { type: 'string', default: '1500' },
    connections: { type: 'string', default: '32' },
    /** Leaves finds out. */
    views: { type: 'boolean', default: false },
  },
});
const measurement = {
  rounds: Number(options.rounds),
  windowMs: Number(options.window),
  connections: Number(options.connections),
};
const env = { ADGATE_PEERS: 'approve' };
const peer = knownPeerAddress(0);
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

void main();

async function main(): Promise<void> {
  await withDatabase(reportViews);
  if (options.views) return;
  await withDatabase((alone, aloneUri) =>
    withDatabase((mixed, mixedUri) => reportFinds([alone, aloneUri], [mixed, mixedUri])),
  );
}

async function reportViews(db: Connection, uri: string): Promise<void> {
  const keys = await createSigningKeyStore(db).getOrCreate('event-urls', randomBytes(32));
  await insertPeers(db, 1);
  const [ids] = await insertForeignInventory(db, 1, peer);
  const gateway = await startGatewayProcess(uri, { without: 'jobs', env });
  // A gateway that has offered knows the site.
  await findOnce(gateway.port);
  const site = await db.collection<{ _id: string }>('sites').findOne({});
  const own = { ...(await createOffer(db)), siteId: site?._id ?? '' };
  const theirs = { ...own, ...ids, isForeign: true, viewPrice: 0n, clickPrice: 0n };
  const requestsOf = (offer: typeof own) => {
    const requests = offerRequests(keys, offer, { ...measurement, path: '/view' });
    return () => requests().map(ofBrowser);
  };
  try {
    const [forwarded, shown] = await measure([
      { name: 'theirs', server: gateway, requests: requestsOf(theirs), status: 302 },
      { name: 'ours', server: gateway, requests: requestsOf(own), status: 200 },
    ]);
    if (forwarded && shown)
      reportCpu('P22-forwarded view of another server’s creative / of ours', forwarded, shown);
    const stored = await db.collection('events').countDocuments({ demandServer: peer });
    if (stored < (forwarded?.answered ?? 0)) throw new Error(`only ${stored} views are stored`);
  } finally {
    await gateway.stop();
  }
}

/** Programs that say what they are have their views led nowhere. */
const ofBrowser = ({ head, ...request }: LoadRequest): LoadRequest => ({
  ...request,
  head: head.replace(/\r\n\r\n$/, `\r\nUser-Agent: ${userAgent}\r\nAccept-Language: en$&`),
});

type Database = readonly [db: Connection, uri: string];

async function reportFinds(alone: Database, mixed: Database): Promise<void> {
  const creatives = Number(options.creatives);
  const foreign = creatives / 5;
  await insertInventory(alone[0], creatives);
  await insertInventory(mixed[0], creatives - foreign);
  // The first start makes the indexes.
  await (await startGatewayProcess(mixed[1], { env })).stop();
  await insertPeers(mixed[0], 1);
  await insertForeignInventory(mixed[0], foreign, peer);
  const without = await startGatewayProcess(alone[1], { env });
  const within = await startGatewayProcess(mixed[1], { env });
  try {
    await assertForeign(within);
    const requests = findBodies.map((text) => toLoadRequest('POST', '/supply/find', text));
    const [many, none] = await measure([
      { name: 'a fifth', server: within, requests, status: 200 },
      { name: 'none', server: without, requests, status: 200 },
    ]);
    if (many && none)
      reportCpu(`P22-foreign find of ${creatives}, a fifth foreign / none`, many, none);
  } finally {
    await without.stop();
    await within.stop();
  }
}

/** @throws where nothing of the other server is ever won */
async function assertForeign({ port }: BenchServer): Promise<void> {
  const winners = new Set<string>();
  for (const body of findBodies.slice(0, 100)) {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`http://127.0.0.1:${port}/supply/find`, {
      ...{ method: 'POST', headers, body },
    });
    const { data } = (await answer.json()) as { data: readonly { demandServer: string }[] };
    for (const { demandServer } of data) winners.add(demandServer);
  }
  if (!winners.has(peer)) throw new Error(`of ${[...winners].join()} only`);
}

async function measure(contenders: readonly Contender[]) {
  const load = startLoadGenerator();
  try {
    return await measureCpuPerRequest(load, contenders, measurement);
  } finally {
    load.stop();
  }
}
