import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { childrenOf, cpuMicroseconds, memoryMegabytes } from './support/cpu-time';
import { withDatabase } from './support/database';
import { findBodies, findOnce } from './support/find-bodies';
import { type BenchServer, startBaselineWorkers, startWorkers } from './support/gateway';
import { insertInventory } from './support/inventory';
import { type LoadGenerator, startLoadGenerator, toLoadRequest } from './support/load';
import { report, reportRatio } from './support/report';
import { median } from './support/statistics';

/**
 * P17: `POST /supply/find` by 1, 2 and 4 workers. The ratio is of what a core does: CPU time of a find with one worker / CPU
 * time of all processes, the first one too, with several. It needs no cores for the load. Finds in a second stand
 * beside it, where the machine has a core for each worker and for the load. P17-bare: the same of bare node:http that
 * answers as many bytes, which is the share of the machine and of Node. P19-worker: memory of each.
 */
const { values: options } = parseArgs({
  options: {
    creatives: { type: 'string', default: '100000' },
    workers: { type: 'string', default: '1,2,4' },
    rounds: { type: 'string', default: '5' },
    window: { type: 'string', default: '1500' },
    /** Of each worker. */
    connections: { type: 'string', default: '32' },
  },
});
const requests = findBodies.map((body) => toLoadRequest('POST', '/supply/find', body));
void withDatabase(main);

async function main(db: Connection, uri: string): Promise<void> {
  await insertInventory(db, Number(options.creatives));
  console.log(`${availableParallelism()} cores, which workers, database and load share`);
  const contenders: Contender[] = [];
  const load = startLoadGenerator();
  try {
    for (const workers of options.workers.split(',').map(Number)) {
      const server = await startWorkers(uri, workers);
      contenders.push({ isBare: false, workers, server, cpus: [], rates: [] });
      const bare = await startBaselineWorkers(await findOnce(server.port), workers);
      contenders.push({ isBare: true, workers, server: bare, cpus: [], rates: [] });
    }
    // In turn, so that what else happens on the machine happens to all; the first round only warms up.
    for (let round = 0; round <= Number(options.rounds); round += 1)
      for (const contender of contenders) {
        const { cpu, rate } = await measure(load, contender);
        if (round > 0) contender.cpus.push(cpu);
        if (round > 0) contender.rates.push(rate);
      }
    for (const alike of Map.groupBy(contenders, ({ isBare }) => isBare).values())
      for (const contender of alike) reportContender(contender, median(alike[0]!.cpus));
  } finally {
    load.stop();
    for (const { server } of contenders) await server.stop();
  }
}

interface Contender {
  /** node:http and nothing else. */
  readonly isBare: boolean;
  readonly workers: number;
  readonly server: BenchServer;
  readonly cpus: number[];
  readonly rates: number[];
}

/** CPU time of a find in µs, of all processes, and finds in a second. */
async function measure(load: LoadGenerator, { workers, server }: Contender) {
  const used = () =>
    [server.pid, ...childrenOf(server.pid)].reduce((sum, pid) => sum + cpuMicroseconds(pid), 0);
  const before = used();
  const { statuses, elapsedMs } = await load.run({
    port: server.port,
    requests,
    connections: Number(options.connections) * workers,
    durationMs: Number(options.window),
  });
  const answered = statuses[200] ?? 0;
  if (Object.keys(statuses).join() !== '200')
    throw new Error(`answers were ${JSON.stringify(statuses)}`);
  return { cpu: (used() - before) / answered, rate: (answered / elapsedMs) * 1000 };
}

function reportContender(contender: Contender, alone: number): void {
  const { isBare, workers, server, cpus, rates } = contender;
  const cpu = median(cpus);
  const figures = `${alone.toFixed(1)} / ${cpu.toFixed(1)} µs, ${median(rates).toFixed(0)} per s`;
  const name = isBare ? `P17-bare ${workers} workers` : `P17 ${workers} workers`;
  reportRatio(name, figures, alone / cpu);
  if (isBare) return;
  const megabytes = Math.max(...childrenOf(server.pid).map(memoryMegabytes));
  report(`P19-worker each of ${workers}`, `${megabytes.toFixed(0)} MB`);
}
