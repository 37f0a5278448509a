import { cpuMicroseconds } from './cpu-time';
import type { BenchServer } from './gateway';
import type { LoadGenerator, LoadRequest } from './load';
import { median } from './statistics';

/** One side of a comparison. */
export interface Contender {
  readonly name: string;
  readonly server: BenchServer;
  /** Another process whose CPU time counts, such as the server's database. */
  readonly besides?: number;
  /** Sent in turn, over and over; a function makes those of one window, for requests that count only once. */
  readonly requests: readonly LoadRequest[] | (() => readonly LoadRequest[]);
  /** The status that every answer must have. */
  readonly status: number;
}

export interface Measurement {
  /** Median over the rounds of the CPU time per request, in microseconds. */
  readonly cpuMicroseconds: number;
  /** The same of each round. */
  readonly cpuOfRounds: readonly number[];
  /** Median over the rounds. */
  readonly requestsPerSecond: number;
  /** Requests answered in all. */
  readonly answered: number;
}

export interface MeasurementOptions {
  readonly rounds: number;
  readonly windowMs: number;
  readonly connections: number;
  /** Each contender has load for so long before the first round. Default: 0. */
  readonly warmUpMs?: number;
}

/**
 * Measures the contenders in turn, window after window, so that what else happens on the machine happens to all; the
 * first round only warms up.
 *
 * @throws when an answer has another status than it should.
 */
export async function measureCpuPerRequest(
  load: LoadGenerator,
  contenders: readonly Contender[],
  { rounds, windowMs, connections, warmUpMs = 0 }: MeasurementOptions,
): Promise<readonly Measurement[]> {
  const send = ({ server: { port }, requests }: Contender, durationMs: number) => {
    const some = typeof requests === 'function' ? requests() : requests;
    return load.run({ port, requests: some, connections, durationMs });
  };
  for (const contender of warmUpMs > 0 ? contenders : []) await send(contender, warmUpMs);
  const windows = contenders.map(() => ({
    cpu: [] as number[],
    rates: [] as number[],
    answered: 0,
  }));
  for (let round = 0; round <= rounds; round += 1)
    for (const [position, contender] of contenders.entries()) {
      const { name, status } = contender;
      const before = cpuOf(contender);
      const result = await send(contender, windowMs);
      const used = cpuOf(contender) - before;
      const answered = result.statuses[status] ?? 0;
      if (Object.keys(result.statuses).some((other) => Number(other) !== status) || answered === 0)
        throw new Error(`${name}: answers were ${JSON.stringify(result.statuses)}`);
      const window = windows[position]!;
      window.answered += answered;
      if (round === 0) continue;
      window.cpu.push(used / answered);
      window.rates.push((answered / result.elapsedMs) * 1000);
    }
  return windows.map(({ cpu, rates, answered }) => ({
    cpuMicroseconds: median(cpu),
    cpuOfRounds: cpu,
    requestsPerSecond: median(rates),
    answered,
  }));
}

function cpuOf({ server, besides }: Contender): number {
  return cpuMicroseconds(server.pid) + (besides === undefined ? 0 : cpuMicroseconds(besides));
}
