import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { memoryMegabytes } from './support/cpu-time';
import { type FastClock, fastEnvironment, fastNow } from './support/fast-clock';
import { startByNpm } from './support/npm-start';
import { report } from './support/report';
import { diskBytes, namedAddresses, sumByProgram, Visitors } from './support/small-server';

/**
 * P29: a day of a small server: `npm start` with all its processes, by a clock that runs `--speed` times as fast. So many
 * `--finds` follow the day's curve; most ads are seen, some are clicked, and publishers are paid on the ledger.
 * Memory of each process in the second half of the day / before that, and bytes of disk for each event.
 */
const { values: options } = parseArgs({
  options: {
    finds: { type: 'string', default: '20000' },
    hours: { type: 'string', default: '24' },
    speed: { type: 'string', default: '24' },
  },
});
const finds = Number(options.finds);
const hours = Number(options.hours);
const clock: FastClock = { speed: Number(options.speed), since: Date.now() };
const hourMs = 3_600_000;
const mostAtOnce = 32;

/** More people come in the evening than at night. @param at Unix milliseconds @returns finds an hour */
const findsAnHourAt = (at: number) =>
  (finds / 24) * (1 + 0.8 * Math.sin(((at % (24 * hourMs)) / hourMs - 14) * (Math.PI / 12)));

async function receive(visitors: Visitors, until: number): Promise<void> {
  let [lastAt, due, underWay] = [fastNow(clock), 0, 0];
  while (lastAt < until) {
    await pause(100);
    const at = fastNow(clock);
    due += (findsAnHourAt(at) * (at - lastAt)) / hourMs;
    lastAt = at;
    for (; due >= 1; due -= 1) {
      if (underWay >= mostAtOnce) {
        visitors.miss();
        continue;
      }
      underWay += 1;
      void visitors
        .visit()
        .catch(() => {
          visitors.miss();
        })
        .finally(() => (underWay -= 1));
    }
  }
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'adgate-bench-'));
  const server = await startByNpm(process.cwd(), folder, {
    ...namedAddresses,
    ...fastEnvironment(clock),
    // The database is not quicker by this clock.
    ADGATE_PATIENCE: options.speed,
    ADGATE_FIND_WAIT_MS: String(100 * clock.speed),
  });
  const visitors = new Visitors(server.url, (ms) => pause(ms / clock.speed), 0.01);
  const startedAt = fastNow(clock);
  const memories: ReadonlyMap<string, number>[] = [];
  const disks = [diskBytes(folder)];
  for (let hour = 1; hour <= hours; hour += 1) {
    await receive(visitors, startedAt + hour * hourMs);
    const memory = sumByProgram(server.pid, memoryMegabytes);
    memories.push(memory);
    disks.push(diskBytes(folder));
    const megabytes = [...memory].map(([name, mb]) => `${name} ${mb.toFixed(0)}`).join(', ');
    console.log(`hour ${hour}: ${megabytes} MB; disk ${disks.at(-1)} bytes; ${visitors.summary}`);
  }
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  reportMemory(memories);
  const grown = (disks.at(-1) ?? 0) - (disks[0] ?? 0);
  const { events } = visitors;
  report(
    'P29-disk bytes of disk for each event',
    `${(grown / events).toFixed(0)} B, ${events} events`,
  );
}

function reportMemory(memories: readonly ReadonlyMap<string, number>[]): void {
  const half = Math.floor(memories.length / 2);
  // The first hours compile code and fill caches.
  const parts = [memories.slice(Math.floor(half / 2), half), memories.slice(half)];
  for (const name of memories[0]?.keys() ?? []) {
    const [first = 0, second = 0] = parts.map(
      (part) => part.reduce((sum, one) => sum + (one.get(name) ?? 0), 0) / part.length,
    );
    const figure = `${second.toFixed(0)} / ${first.toFixed(0)} MB = ${(second / first).toFixed(2)}`;
    report(`P29 memory of ${name}, second half of the day / before`, figure);
  }
}

void main();
