import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { memoryMegabytes } from './support/cpu-time';
import { withDatabase } from './support/database';
import { findBodies, findOnce } from './support/find-bodies';
import { startGatewayProcess } from './support/gateway';
import { insertInventory } from './support/inventory';
import { measurePeak, runOpenLoad, toLoadRequest } from './support/load';
import { reportRatio } from './support/report';

/**
 * R8: what a gateway still does for its callers when they ask for twice as much as it can do, through a proxy that opens
 * so many connections and sends away whom it has none for. Arrival times are fixed beforehand; goodput is the answers
 * 200 within a second of theirs, in a second.
 */
const { values: options } = parseArgs({
  options: {
    creatives: { type: 'string', default: '100000' },
    times: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '15' },
    connections: { type: 'string', default: '2048' },
  },
});
const requests = findBodies.map((body) => toLoadRequest('POST', '/supply/find', body));
/** A visitor who waits longer has left the page. */
const usefulMs = 1_000;
void withDatabase(main);

async function main(db: Connection, uri: string): Promise<void> {
  await insertInventory(db, Number(options.creatives));
  const gateway = await startGatewayProcess(uri);
  try {
    await findOnce(gateway.port);
    const peak = await measurePeak({ port: gateway.port, requests }, 6);
    const before = memoryMegabytes(gateway.pid);
    const { goodLatencies, failed, left } = await runOpenLoad({
      ...{ port: gateway.port, requests, connections: Number(options.connections) },
      leaves: true,
      perSecond: peak * Number(options.times),
      durationMs: Number(options.seconds) * 1_000,
    });
    const after = memoryMegabytes(gateway.pid);
    const inTime = goodLatencies.filter((ms) => ms <= usefulMs).length;
    const goodput = inTime / Number(options.seconds);
    reportRatio(
      'R8 finds in time at twice the peak',
      `${goodput.toFixed(0)} / ${peak.toFixed(0)} per s`,
      goodput / peak,
    );
    const late = goodLatencies.length - inTime;
    console.log(
      `${failed} refused, ${late} late, ${left} sent away; ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after`,
    );
  } finally {
    await gateway.stop();
  }
}
