import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { cpuMicroseconds } from './cpu-time';

/** Shares of time; 1 is one core all the time. */
export interface CoreShares {
  /** CPU time of each process. */
  readonly used: Readonly<Record<string, number>>;
  /** Time that the main thread of each process was ready and had no core. */
  readonly waited: Readonly<Record<string, number>>;
  /** CPU time of the whole machine, others' work included. */
  readonly inAll: number;
}

/** Watches processes while something else runs. Linux only. @param pids by name */
export async function watchCores(
  pids: Readonly<Record<string, number>>,
  work: () => Promise<void>,
): Promise<CoreShares> {
  const read = () => ({
    at: performance.now(),
    busyMs: busyMilliseconds(),
    ofEach: Object.entries(pids).map(([name, pid]) => ({
      ...{ name, usedMs: cpuMicroseconds(pid) / 1_000, waitedMs: waitedMilliseconds(pid) },
    })),
  });
  const before = read();
  await work();
  const after = read();
  const elapsed = after.at - before.at;
  const sharesOf = (part: 'usedMs' | 'waitedMs') =>
    Object.fromEntries(
      after.ofEach.map((of, at) => [of.name, (of[part] - before.ofEach[at]![part]) / elapsed]),
    );
  return {
    used: sharesOf('usedMs'),
    waited: sharesOf('waitedMs'),
    inAll: (after.busyMs - before.busyMs) / elapsed,
  };
}

export function toText(shares: Readonly<Record<string, number>>): string {
  return Object.entries(shares)
    .map(([name, share]) => `${name} ${share.toFixed(2)}`)
    .join(', ');
}

function waitedMilliseconds(pid: number): number {
  const [, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number);
  return waited! / 1e6;
}

function busyMilliseconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0);
}
