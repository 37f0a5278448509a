import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { cpuMicroseconds } from './support/cpu-time';
import { waitForLine } from './support/child';
import { withDatabase } from './support/database';
import type { EventWork } from './support/event-gateway';
import { report, reportRatio } from './support/report';
import { median } from './support/statistics';

/**
 * P27: events that 1, 2 and 4 gateways store, judge and add to the roll-ups, each with an embedded database of its own, as
 * a cluster divides them. The ratio is of what a core does: CPU time of an event with one gateway / with several, databases
 * included. P27-folded: events that as many processes add to the roll-ups of one database by pieces, beside one process
 * that adds to all of them. The database does one write after the other, so its part does not get less.
 */
const { values: options } = parseArgs({
  options: {
    gateways: { type: 'string', default: '1,2,4' },
    rounds: { type: 'string', default: '3' },
    window: { type: 'string', default: '5000' },
    folded: { type: 'string', default: '40000' },
  },
});
const counts = options.gateways.split(',').map(Number);
const rounds = Number(options.rounds);

interface Database {
  readonly uri: string;
  /** null: one that runs without us. */
  readonly pid: number | null;
}

interface Gateway {
  readonly pid: number;
  /** Asks for work, and resolves with how many events it was. */
  ask(work: EventWork): Promise<number>;
  stop(): void;
}

async function startGateway({ uri }: Database, market: 'plants' | 'finds'): Promise<Gateway> {
  const child: ChildProcess = fork(require.resolve('./support/event-gateway'), [uri, market], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  await waitForLine(child, /^ready$/);
  return {
    pid: child.pid!,
    async ask(work) {
      child.send(work);
      const [count] = (await once(child, 'message')) as [number];
      return count;
    },
    stop: () => child.kill(),
  };
}

/** Starts so many databases, one in the other. */
async function withDatabases(
  count: number,
  work: (databases: readonly Database[]) => Promise<void>,
  started: readonly Database[] = [],
): Promise<void> {
  if (started.length === count) return work(started);
  return withDatabase((_db, uri, pid) => withDatabases(count, work, [...started, { uri, pid }]));
}

interface Measured {
  readonly perSecond: number;
  /** µs of an event, of all processes. */
  readonly cpu: number;
}

const usedBy = (pids: readonly (number | null)[]) =>
  pids.reduce<number>((sum, pid) => sum + (pid === null ? 0 : cpuMicroseconds(pid)), 0);

async function measure(
  pids: readonly (number | null)[],
  work: () => Promise<number>,
): Promise<Measured> {
  const before = usedBy(pids);
  const startedAt = performance.now();
  const events = await work();
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: events / seconds, cpu: (usedBy(pids) - before) / events };
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

function medianOf(measured: readonly Measured[]): Measured {
  return {
    perSecond: median(measured.map(({ perSecond }) => perSecond)),
    cpu: median(measured.map(({ cpu }) => cpu)),
  };
}

/** By the number of gateways, in turn, so that what else happens on the machine happens to all. */
async function measureCounted(databases: readonly Database[]): Promise<void> {
  const gateways = await Promise.all(databases.map((database) => startGateway(database, 'plants')));
  const byCount = new Map(counts.map((count) => [count, [] as Measured[]]));
  const work = { work: 'count', forMs: Number(options.window) } as const;
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1)
    for (const [count, measured] of byCount) {
      const some = gateways.slice(0, count);
      const pids = [...some, ...databases.slice(0, count)].map(({ pid }) => pid);
      const one = await measure(pids, async () =>
        sumOf(await Promise.all(some.map((gateway) => gateway.ask(work)))),
      );
      if (round > 0) measured.push(one);
    }
  for (const gateway of gateways) gateway.stop();
  const alone = medianOf(byCount.get(counts[0]!)!);
  for (const [count, measured] of byCount) {
    const { perSecond, cpu } = medianOf(measured);
    const figures = `${alone.cpu.toFixed(0)} / ${cpu.toFixed(0)} µs, ${perSecond.toFixed(0)} per s`;
    reportRatio(`P27 events counted by ${count} gateways`, figures, alone.cpu / cpu);
  }
}

async function measureFolded(database: Database): Promise<void> {
  const first = await startGateway(database, 'plants');
  const others = await Promise.all(
    Array.from({ length: Math.max(...counts) - 1 }, () => startGateway(database, 'finds')),
  );
  const all = [first, ...others];
  const events = Number(options.folded);
  const rateOf = async (fold: () => Promise<unknown>, gateways: readonly Gateway[]) => {
    await first.ask({ work: 'judge', events });
    const pids = [...gateways, database].map(({ pid }) => pid);
    return measure(pids, () => fold().then(() => events));
  };
  const whole: Measured[] = [];
  const byCount = new Map(counts.map((count) => [count, [] as Measured[]]));
  for (let round = 0; round <= rounds; round += 1) {
    const one = await rateOf(() => first.ask({ work: 'fold' }), [first]);
    if (round > 0) whole.push(one);
    for (const [of, measured] of byCount) {
      const some = all.slice(0, of);
      const fold = () =>
        Promise.all(some.map((gateway, at) => gateway.ask({ work: 'foldPieces', at, of })));
      const folded = await rateOf(fold, some);
      if (round > 0) measured.push(folded);
    }
  }
  for (const gateway of all) gateway.stop();
  const { perSecond, cpu } = medianOf(whole);
  report(
    'P27-folded events added to the roll-ups by one process',
    `${cpu.toFixed(0)} µs, ${perSecond.toFixed(0)} per s`,
  );
  for (const [count, measured] of byCount) {
    const pieces = medianOf(measured);
    const figures = `${cpu.toFixed(0)} / ${pieces.cpu.toFixed(0)} µs, ${pieces.perSecond.toFixed(0)} per s`;
    reportRatio(`P27-folded the same by pieces of ${count} processes`, figures, cpu / pieces.cpu);
  }
}

async function main(): Promise<void> {
  // Each process that is started ends with this one.
  process.setMaxListeners(0);
  console.log(`${availableParallelism()} cores, which gateways and databases share`);
  await withDatabases(Math.max(...counts), measureCounted);
  await withDatabases(1, ([database]) => measureFolded(database!));
}

void main();
