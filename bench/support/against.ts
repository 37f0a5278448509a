import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Connection } from 'mongoose';
import type { Contender, Measurement } from './cpu-per-request';
import { withDatabase } from './database';
import { type BenchServer, type GatewayOptions, startGatewayProcess } from './gateway';
import { median, quantile } from './statistics';

/**
 * Of benches that compare with another commit: `--against <folder>`, a checkout whose packages are installed and which is
 * built. Both run in the same rounds, so what else the machine does happens to both. `--against .` tells the noise.
 */
export const againstOption = { against: { type: 'string' } } as const;

/**
 * Members of ours as the other checkout has them.
 *
 * @param path of the module, without an ending
 * @throws when it is not built, or lacks a member
 */
export async function loadFrom<Members extends object>(
  folder: string,
  path: string,
  ours: Members,
): Promise<Members> {
  const file = join(resolve(folder), 'dist', `${path}.js`);
  if (!existsSync(file)) throw new Error(`${file} is missing: has ${folder} run npm run build?`);
  const { default: theirs } = await import(file);
  const missing = Object.keys(ours).filter((name) => !(name in theirs));
  if (missing.length > 0) throw new Error(`${file} has no ${missing.join(', ')}`);
  // The same names at another commit: where they differ, the bench fails.
  return theirs as Members;
}

/** A gateway with its database. */
export interface Rival {
  readonly server: BenchServer;
  stop(): Promise<void>;
}

/**
 * The other checkout's gateway on its own embedded database, which holds what the bench has written so far. Our own gateway
 * must not have run on that: it leaves what an older one does not know.
 */
export async function startRival(
  folder: string,
  written: Connection,
  options: GatewayOptions = {},
): Promise<Rival> {
  if (process.env.MONGODB_URI !== undefined)
    throw new Error('--against needs embedded databases: unset MONGODB_URI');
  const theirs = {
    ...(await loadFrom(folder, 'bench/support/database', { withDatabase })),
    ...(await loadFrom(folder, 'bench/support/gateway', { startGatewayProcess })),
  };
  const isOver = Promise.withResolvers<null>();
  const started = Promise.withResolvers<BenchServer>();
  const running = theirs.withDatabase(async (db, uri) => {
    await copy(written, db);
    const server = await theirs.startGatewayProcess(uri, options);
    started.resolve(server);
    await isOver.promise;
    await server.stop();
  });
  running.catch(started.reject);
  return {
    server: await started.promise,
    stop() {
      isOver.resolve(null);
      return running;
    },
  };
}

const batchSize = 1000;

async function copy(from: Connection, to: Connection): Promise<void> {
  for (const { name } of await from.db!.listCollections().toArray()) {
    let batch: object[] = [];
    const insert = async () => {
      if (batch.length > 0) await to.db!.collection(name).insertMany(batch);
      batch = [];
    };
    for await (const document of from.db!.collection(name).find()) {
      batch.push(document);
      if (batch.length === batchSize) await insert();
    }
    await insert();
  }
}

/** The same as a contender of ours, by the other checkout. */
export function rivalOf(contender: Contender, { server }: Rival): Contender {
  return { ...contender, name: `${contender.name}, before`, server };
}

/** Prints old / new of each round: the median, and between which the middle half is. Above 1, the new one is quicker. */
export function reportAgainst(name: string, old: readonly number[], now: readonly number[]): void {
  const ratios = old.map((value, round) => value / now[round]!).sort((one, other) => one - other);
  const [low, high] = [quantile(ratios, 0.25), quantile(ratios, 0.75)];
  const figures = `${median(old).toFixed(2)} / ${median(now).toFixed(2)} µs = ${median(ratios).toFixed(3)}`;
  console.log(
    `${name.padEnd(60)} ${figures.padStart(46)}   (old / new; ${low.toFixed(3)} to ${high.toFixed(3)})`,
  );
}

/** The same for CPU time per request. */
export function reportCpuAgainst(name: string, old: Measurement, now: Measurement): void {
  reportAgainst(name, old.cpuOfRounds, now.cpuOfRounds);
}
