import type { Measurement } from './cpu-per-request';
import { goalOf } from './goals';

/**
 * Prints a figure with its floor and goal.
 *
 * @param name begins with the id of its row in `docs/performance.md`
 */
export function report(name: string, figure: string): void {
  const [id = ''] = name.split(' ', 1);
  console.log(`${name.padEnd(60)} ${figure.padStart(46)}   (${goalOf(id)})`);
}

/** The same for a figure and its baseline. */
export function reportRatio(name: string, figures: string, ratio: number): void {
  report(name, `${figures} = ${ratio.toFixed(2)}`);
}

/** The same for CPU time per request. */
export function reportCpu(name: string, measured: Measurement, baseline: Measurement): void {
  const cpu = `${measured.cpuMicroseconds.toFixed(1)} / ${baseline.cpuMicroseconds.toFixed(1)} µs`;
  const rates = `${measured.requestsPerSecond.toFixed(0)} / ${baseline.requestsPerSecond.toFixed(0)} per s`;
  reportRatio(name, `${cpu}, ${rates}`, measured.cpuMicroseconds / baseline.cpuMicroseconds);
}
