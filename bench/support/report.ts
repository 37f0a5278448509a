import type { Measurement } from './cpu-per-request';

/** Prints a figure, its baseline and their ratio, with what the ratio is held against. */
export function report(name: string, figures: string, ratio: number, bounds: string): void {
  console.log(`${name.padEnd(42)} ${figures.padStart(40)} = ${ratio.toFixed(2)}   (${bounds})`);
}

/** The same for CPU time per request. */
export function reportCpu(
  name: string,
  measured: Measurement,
  baseline: Measurement,
  bounds: string,
): void {
  const cpu = `${measured.cpuMicroseconds.toFixed(1)} / ${baseline.cpuMicroseconds.toFixed(1)} µs`;
  const rates = `${measured.requestsPerSecond.toFixed(0)} / ${baseline.requestsPerSecond.toFixed(0)} per s`;
  report(name, `${cpu}, ${rates}`, measured.cpuMicroseconds / baseline.cpuMicroseconds, bounds);
}
