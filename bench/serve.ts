import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { anId } from './support/chance';
import { type Contender, measureCpuPerRequest } from './support/cpu-per-request';
import { withDatabase } from './support/database';
import { type BenchServer, startBufferServer, startGatewayProcess } from './support/gateway';
import { insertImage } from './support/image';
import { insertInventory } from './support/inventory';
import { startLoadGenerator, toLoadRequest } from './support/load';
import { reportCpu } from './support/report';

/** P12: `GET /serve/…` of a creative of 30 KB, against bare node:http that answers a Buffer of the same size. */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    window: { type: 'string', default: '1500' },
    connections: { type: 'string', default: '32' },
  },
});
const contentBytes = 30_000;
const creativeId = anId();

void withDatabase(main);

async function main(db: Connection, uri: string): Promise<void> {
  const servers: BenchServer[] = [];
  const load = startLoadGenerator();
  try {
    const bytes = randomBytes(contentBytes);
    await insertInventory(db, 1_000);
    const campaign = await db
      .db!.collection<{ _id: string; advertiserId: string }>('campaigns')
      .findOne();
    const { _id: campaignId, advertiserId } = campaign!;
    await insertImage(db, { id: creativeId, campaignId, advertiserId }, bytes);
    const gateway = await startGatewayProcess(uri);
    const bare = await startBufferServer(contentBytes);
    servers.push(gateway, bare);
    const requests = [toLoadRequest('GET', `/serve/x${creativeId}.doc?v=0000`)];
    const contenders: readonly Contender[] = [
      { name: 'bare', server: bare, requests, status: 200 },
      { name: 'serve', server: gateway, requests, status: 200 },
    ];
    const [baseline, serve] = await measureCpuPerRequest(load, contenders, {
      rounds: Number(options.rounds),
      windowMs: Number(options.window),
      connections: Number(options.connections),
    });
    reportCpu('P12 serve of 30 KB / bare Buffer', serve!, baseline!);
  } finally {
    load.stop();
    for (const server of servers) await server.stop();
  }
}
