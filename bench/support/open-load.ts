import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { LoadRequest } from './load';

/** Requests at times that are fixed beforehand: a server that halts lets all wait that come meanwhile. */
export interface OpenLoadOrder {
  readonly port: number;
  /** Sent in turn, over and over. */
  readonly requests: readonly LoadRequest[];
  readonly perSecond: number;
  readonly durationMs: number;
  readonly connections: number;
  /** Whether who finds no connection free leaves at once, as in front of a proxy that has so many; default: waits. */
  readonly leaves?: boolean;
}

export interface OpenLoadResult {
  /** From the time that was fixed to the whole answer, in ms, sorted. */
  readonly latencies: readonly number[];
  /** The same of answers with status 200 alone. */
  readonly goodLatencies: readonly number[];
  /** Answers of another status than 200. */
  readonly failed: number;
  /** Those who left. */
  readonly left: number;
}

/** Runs an order in a process of its own. */
export async function runOpenLoad(order: OpenLoadOrder): Promise<OpenLoadResult> {
  const child = fork(require.resolve('./open-load-generator'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(order);
  // What the generator sends.
  const [result] = (await once(child, 'message')) as [OpenLoadResult];
  child.kill();
  return result;
}
