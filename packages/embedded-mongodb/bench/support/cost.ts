import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const microsecondsPerTick =
  1e6 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** User and system time that a process has used so far, in microseconds, to the nearest clock tick (10 ms). Linux only. */
function cpuMicroseconds(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field, the program's name, may hold anything; utime and stime are the 14th and 15th.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick;
}

/** The middle value; the upper one of the two when their number is even. */
function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

export function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The cost of one thing: time on the clock and server CPU (utime + stime), in µs. */
export interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

/** Measures `run`, which makes the process `pid` do `count` things. */
export async function measure(
  pid: number,
  count: number,
  run: () => Promise<void> | void,
): Promise<Cost> {
  const [cpu, start] = [cpuMicroseconds(pid), performance.now()];
  await run();
  const wall = (performance.now() - start) * 1000;
  return { wall: wall / count, cpu: (cpuMicroseconds(pid) - cpu) / count };
}

/** Prints the median of the costs beside the median of the bare ones. @param target of their ratio, as text */
export function compare(
  name: string,
  costs: readonly Cost[],
  bare: readonly Cost[],
  target: string,
): void {
  const of = (list: readonly Cost[], kind: keyof Cost) => median(list.map((cost) => cost[kind]));
  const rate = (list: readonly Cost[]) => (1e6 / of(list, 'wall')).toFixed(0);
  const ratio = (kind: keyof Cost) => (of(bare, kind) / of(costs, kind)).toFixed(2);
  report(
    `${name}: ${of(bare, 'cpu').toFixed(2)} of ${of(costs, 'cpu').toFixed(2)} µs of CPU = ${ratio('cpu')}; ` +
      `${rate(costs)} of ${rate(bare)} per s = ${ratio('wall')}   (${target})`,
  );
}
