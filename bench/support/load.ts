import { type ChildProcess, fork } from 'node:child_process';

export interface LoadRequest {
  /**
   * Request line and headers with the empty line at the end; the first `{uuid}` becomes 32 new hex digits each time a
   * connection asks as soon as it is answered.
   */
  readonly head: string;
  /** The same holds for its first `{uuid}`. */
  readonly body?: string;
}

export interface LoadOrder {
  readonly port: number;
  /** Sent in turn, over and over. */
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  readonly durationMs: number;
}

export interface LoadResult {
  /** Answers by HTTP status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly elapsedMs: number;
}

/** Requests at times that are fixed beforehand: a server that halts lets all wait that come meanwhile. */
export interface OpenLoadOrder {
  readonly port: number;
  /** Sent in turn, over and over. */
  readonly requests: readonly LoadRequest[];
  readonly perSecond: number;
  readonly durationMs: number;
  readonly connections: number;
  /**
   * True: a visitor who finds no connection free leaves at once, as in front of a proxy that has so many. Default: the
   * visitor waits.
   */
  readonly leaves?: boolean;
}

export interface OpenLoadResult {
  /** From the time that was fixed to the whole answer, in ms, sorted. */
  readonly latencies: readonly number[];
  /** The same of answers with status 200 alone. */
  readonly goodLatencies: readonly number[];
  /** Answers of another status than 200. */
  readonly failed: number;
  /** Visitors who left. */
  readonly left: number;
}

/** A process of its own that sends requests. */
export interface LoadGenerator {
  run(order: LoadOrder): Promise<LoadResult>;
  stop(): void;
}

/** Starts the load generator; it must not share the core of the server that it measures. */
export function startLoadGenerator(): LoadGenerator {
  const child = forkGenerator();
  return {
    run: (order) => resultOf<LoadResult>(child, order),
    stop: () => {
      child.kill();
    },
  };
}

const forkGenerator = (): ChildProcess =>
  fork(require.resolve('./load-generator'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });

/** Gives an order to a generator. @throws when the generator ends before its result */
function resultOf<Result>(child: ChildProcess, order: LoadOrder | OpenLoadOrder): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onExit = () => {
      reject(new Error('the load generator has ended before its result'));
    };
    child.once('exit', onExit);
    child.once('message', (result) => {
      child.off('exit', onExit);
      // The generator sends the result of the order.
      resolve(result as Result);
    });
    child.send(order);
  });
}

/**
 * Answers 200 in a second when each of 32 connections asks as soon as it is answered: the best of some windows of 3
 * seconds.
 */
export async function measurePeak(
  order: Pick<LoadOrder, 'port' | 'requests'>,
  windows = 2,
): Promise<number> {
  const load = startLoadGenerator();
  let peak = 0;
  for (let count = 0; count < windows; count += 1) {
    const result = await load.run({ ...order, connections: 32, durationMs: 3_000 });
    peak = Math.max(peak, ((result.statuses[200] ?? 0) / result.elapsedMs) * 1000);
  }
  load.stop();
  return peak;
}

/** Runs an order of requests at fixed times in a process of its own. */
export async function runOpenLoad(order: OpenLoadOrder): Promise<OpenLoadResult> {
  const child = forkGenerator();
  const result = await resultOf<OpenLoadResult>(child, order);
  child.kill();
  return result;
}

/** A request as a browser would send it, with the headers that browsers send. */
export function toLoadRequest(method: 'GET' | 'POST', path: string, body?: string): LoadRequest {
  const headers = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Accept: application/json',
    'Accept-Language: en-GB,en;q=0.7',
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Origin: https://publisher.example',
    'Referer: https://publisher.example/',
    ...(body === undefined
      ? []
      : [
          'Content-Type: application/json',
          `Content-Length: ${Buffer.byteLength(body.replace('{uuid}', '0'.repeat(32)))}`,
        ]),
  ];
  return { head: `${headers.join('\r\n')}\r\n\r\n`, ...(body !== undefined && { body }) };
}

/** Makes a function that gives the requests of a window. Each window begins with another request. */
export function takeTurns(requests: readonly LoadRequest[]): () => readonly LoadRequest[] {
  let windows = 0;
  return () => {
    const start = (windows++ * 7_919) % requests.length;
    return [...requests.slice(start), ...requests.slice(0, start)];
  };
}
