import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const microsecondsPerTick =
  1e6 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** User and system time that a process has used so far, in microseconds, to the nearest clock tick (10 ms). Linux only. */
export function cpuMicroseconds(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field, the program's name, may hold anything; utime and stime are the 14th and 15th.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick;
}

/** Processes that a process has started and that run. Linux only. */
export function childrenOf(pid: number): readonly number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return list === '' ? [] : list.split(' ').map(Number);
}

/** Memory that a process holds, in MB. Linux only. */
export function memoryMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1024;
}
