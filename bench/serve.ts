import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { anId } from './support/chance';
import { againstOption, reportCpuAgainst, rivalOf, startRival } from './support/against';
import { type Contender, measureCpuPerRequest } from './support/cpu-per-request';
import { withDatabase } from './support/database';
import { type BenchServer, startBaseline, startGatewayProcess } from './support/gateway';
import { insertImage } from './support/image';
import { insertInventory } from './support/inventory';
import { startLoadGenerator, toLoadRequest } from './support/load';
import { reportCpu } from './support/report';

/**
 * P12: `GET /serve/…` of a creative of 30 KB, against bare node:http that answers a Buffer of the same size;
 * with `--against <folder>`, against another checkout's, too.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    window: { type: 'string', default: '1500' },
    connections: { type: 'string', default: '32' },
    ...againstOption,
  },
});
const contentBytes = 30_000;
const creativeId = anId();

void withDatabase(main);

async function main(db: Connection, uri: string): Promise<void> {
  const servers: Pick<BenchServer, 'stop'>[] = [];
  const load = startLoadGenerator();
  try {
    const bytes = randomBytes(contentBytes);
    await insertInventory(db, 1_000);
    const campaign = await db
      .db!.collection<{ _id: string; advertiserId: string }>('campaigns')
      .findOne();
    const { _id: campaignId, advertiserId } = campaign!;
    await insertImage(db, { id: creativeId, campaignId, advertiserId }, bytes);
    const rival = options.against === undefined ? null : await startRival(options.against, db);
    if (rival) servers.push(rival);
    const gateway = await startGatewayProcess(uri);
    const bare = await startBaseline('buffer', contentBytes);
    servers.push(gateway, bare);
    const requests = [toLoadRequest('GET', `/serve/x${creativeId}.doc?v=0000`)];
    const ours: Contender = { name: 'serve', server: gateway, requests, status: 200 };
    const contenders = [
      { name: 'bare', server: bare, requests, status: 200 },
      ours,
      ...(rival ? [rivalOf(ours, rival)] : []),
    ];
    const [baseline, serve, before] = await measureCpuPerRequest(load, contenders, {
      rounds: Number(options.rounds),
      windowMs: Number(options.window),
      connections: Number(options.connections),
    });
    reportCpu('P12 serve of 30 KB / bare Buffer', serve!, baseline!);
    if (before) reportCpuAgainst('serve before / serve', before, serve!);
  } finally {
    load.stop();
    for (const server of servers) await server.stop();
  }
}
