import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { childrenOf, memoryMegabytes } from './support/cpu-time';
import { withDatabase } from './support/database';
import { startGatewayProcess } from './support/gateway';
import { startByNpm } from './support/npm-start';
import { report } from './support/report';

/**
 * P19: memory (resident set) of a gateway that nobody asks for anything, without creatives, and of all processes of
 * `npm start` with its demo, npm itself among them; pages that processes share count for each.
 */
const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, rounds: { type: 'string', default: '3' } },
});

const ofTree = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + ofTree(child), memoryMegabytes(pid));

const quiet = () => pause(Number(options.seconds) * 1_000);

async function measureGateway(uri: string): Promise<number> {
  const gateway = await startGatewayProcess(uri, { onAllCores: true });
  await quiet();
  const megabytes = memoryMegabytes(gateway.pid);
  await gateway.stop();
  return megabytes;
}

async function measureStart(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'adgate-bench-'));
  const started = await startByNpm(process.cwd(), folder);
  await quiet();
  const megabytes = ofTree(started.pid);
  await started.stop();
  rmSync(folder, { recursive: true, force: true });
  return megabytes;
}

void withDatabase(async (_db, uri) => {
  const rounds = Array.from({ length: Number(options.rounds) });
  const gateways: number[] = [];
  const starts: number[] = [];
  for (const _round of rounds) {
    gateways.push(await measureGateway(uri));
    starts.push(await measureStart());
  }
  const print = (name: string, all: readonly number[]) => {
    const texts = all.map((megabytes) => megabytes.toFixed(0));
    report(`${name}, best of ${texts.join(', ')}`, `${Math.min(...all).toFixed(0)} MB`);
  };
  print('P19 idle gateway', gateways);
  print('P19-start idle `npm start`', starts);
});
