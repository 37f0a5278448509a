import { deflateSync } from 'node:zlib';

const maxRuns = 12;
const longMs = 2_000;
const maxLongRuns = 3;

const numbers = Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 10_007).join(' ');
const objects = JSON.stringify(
  Array.from({ length: 5_000 }, (_, at) => ({ [`member${at}`]: at, list: [at, `${at}`] })),
);
/**
 * Work that is the same everywhere, however warm the process, and its time on the machine that the limits were set for, with
 * nothing beside it: one of arithmetic, and one of memory, which neighbours slow down by more.
 */
const yardsticks: readonly { readonly usualMs: number; readonly run: () => unknown }[] = [
  { usualMs: 3.3, run: () => deflateSync(numbers) },
  { usualMs: 8.4, run: () => JSON.parse(objects) },
];

type UsageSince = (before?: NodeJS.CpuUsage) => NodeJS.CpuUsage;

/**
 * CPU time that a piece of work takes, the server's with its client's: the least of some runs, since what else the
 * process and the machine do is not of interest. A machine that is slower, or shares its cores, is measured by what the
 * yardsticks take there, and the time is reduced to that of the machine that limits are set for. The first run that is
 * good enough is the last, and so is the third that takes seconds: one may have met a collection of garbage.
 *
 * @param usageSince whose time; default: this process's
 */
export async function cpuMsOf(
  work: () => Promise<void>,
  enoughMs: number,
  usageSince: UsageSince = (before) => process.cpuUsage(before),
): Promise<number> {
  let least = Infinity;
  const slowness = yardsticks.map(() => Infinity);
  let longRuns = 0;
  const reduced = () => least / Math.max(1, ...slowness);
  for (let run = 0; run < maxRuns; run++) {
    const ms = await usageOf(work, usageSince);
    least = Math.min(least, ms);
    if (least < enoughMs) return least;
    for (const [at, { usualMs, run: measured }] of yardsticks.entries())
      slowness[at] = Math.min(slowness[at]!, (await usageOf(measured)) / usualMs);
    if (reduced() < enoughMs || (ms > longMs && ++longRuns === maxLongRuns)) break;
  }
  return reduced();
}

async function usageOf(
  work: () => unknown,
  usageSince: UsageSince = (before) => process.cpuUsage(before),
): Promise<number> {
  const before = usageSince();
  await work();
  const { user, system } = usageSince(before);
  return (user + system) / 1_000;
}
