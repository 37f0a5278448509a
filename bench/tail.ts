import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { withDatabase } from './support/database';
import { findBodies, findOnce } from './support/find-bodies';
import { type BenchServer, startBaseline, startGatewayProcess } from './support/gateway';
import { creativesPerCampaign, insertInventory } from './support/inventory';
import { measurePeak, type OpenLoadResult, runOpenLoad, toLoadRequest } from './support/load';
import { report } from './support/report';
import { quantile } from './support/statistics';

/**
 * P18: how long the slowest finds take. Creatives change all the time, ten at once by the price of their campaign.
 * Arrival times are fixed beforehand, at a share of what the gateway can do at most, so that a pause counts for all who
 * came meanwhile. P18-bare: node:http that answers as many bytes at the same times, which is the machine's and the
 * load's own share.
 */
const { values: options } = parseArgs({
  options: {
    creatives: { type: 'string', default: '100000' },
    /** Creatives that change in a second. */
    changes: { type: 'string', default: '1000' },
    share: { type: 'string', default: '0.7' },
    seconds: { type: 'string', default: '20' },
    connections: { type: 'string', default: '256' },
  },
});
const requests = findBodies.map((body) => toLoadRequest('POST', '/supply/find', body));
void withDatabase(main);

async function main(db: Connection, uri: string): Promise<void> {
  await insertInventory(db, Number(options.creatives));
  const gateway = await startGatewayProcess(uri, { onAllCores: true });
  const bare = await startBaseline('json', await findOnce(gateway.port));
  const changing = new AbortController();
  try {
    const changes = change(db, changing.signal);
    const most = await measurePeak({ port: gateway.port, requests });
    const perSecond = most * Number(options.share);
    console.log(
      `${perSecond.toFixed(0)} finds/s of ${most.toFixed(0)}, ${options.changes} changes/s`,
    );
    report('P18-bare node:http', describe(await run(bare, perSecond)));
    report('P18 finds', describe(await run(gateway, perSecond)));
    changing.abort();
    console.log(`${await changes} changes`);
  } finally {
    changing.abort();
    await Promise.all([gateway.stop(), bare.stop()]);
  }
}

async function run({ port }: BenchServer, perSecond: number): Promise<OpenLoadResult> {
  const load = { port, requests, perSecond, connections: Number(options.connections) };
  // The first one warms up.
  await runOpenLoad({ ...load, durationMs: 5_000 });
  return runOpenLoad({ ...load, durationMs: Number(options.seconds) * 1000 });
}

const turnsPerSecond = 10;

/** Prices of campaigns go up and down. @returns how many changes of creatives there were */
async function change(db: Connection, signal: AbortSignal): Promise<number> {
  const campaigns = db.db!.collection<{ _id: string }>('campaigns');
  const found = await campaigns.find({}, { projection: { _id: 1 }, limit: 5_000 }).toArray();
  const perTurn = Math.ceil(Number(options.changes) / creativesPerCampaign / turnsPerSecond);
  let count = 0;
  while (!signal.aborted) {
    const turn = pause(1000 / turnsPerSecond);
    const updates = Array.from({ length: perTurn }, () => {
      const { _id } = found[(count += 1) % found.length]!;
      const maxCpm = BigInt(1 + Math.floor(Math.random() * 1e11));
      return {
        updateOne: { filter: { _id }, update: { $set: { maxCpm, updatedAt: new Date() } } },
      };
    });
    await campaigns.bulkWrite(updates, { ordered: false });
    await turn;
  }
  return count * creativesPerCampaign;
}

function describe({ latencies, failed }: OpenLoadResult): string {
  const at = (share: number) => quantile(latencies, share).toFixed(1);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, p99.9 ${at(0.999)}, most ${at(1)} ms, ${failed} failed`;
}
