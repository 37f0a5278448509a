import type { Deadline } from './deadline';

/**
 * Runs tasks of one key, `concurrency` of them at a time: those of one origin in the order they came, and of
 * several origins one each in turn, so that nobody is held up by how many another has waiting.
 */
export interface KeyedQueue {
  /**
   * @returns what the task returns, or null if it was never started: too many were waiting, or the
   * deadline came first.
   */
  run<T>(key: string, params: QueuedTask<T>): Promise<T | null>;
}

interface QueuedTask<T> {
  readonly deadline: Deadline;
  /** The client that asks; tasks without an origin count as one client's. */
  readonly origin?: string;
  readonly task: () => Promise<T>;
}

interface Lane {
  running: number;
  waitingCount: number;
  /** By origin; the one whose turn is next comes first. */
  readonly waiting: Map<string, Set<() => void>>;
}

/**
 * @param concurrency tasks of one key that run at a time
 * @param maxWaiting tasks that may wait, all keys together
 * @param maxWaitingPerKey tasks of one key that may wait, so that one stuck key leaves room for others
 * @param maxWaitingPerOrigin tasks of one key and one origin that may wait
 */
export function createKeyedQueue(limits: {
  readonly concurrency: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerKey: number;
  readonly maxWaitingPerOrigin: number;
}): KeyedQueue {
  const lanes = new Map<string, Lane>();
  let waitingTotal = 0;

  function laneOf(key: string): Lane {
    const lane = lanes.get(key) ?? { running: 0, waitingCount: 0, waiting: new Map() };
    lanes.set(key, lane);
    return lane;
  }

  function isFull(lane: Lane, origin: string): boolean {
    return (
      waitingTotal >= limits.maxWaiting ||
      lane.waitingCount >= limits.maxWaitingPerKey ||
      (lane.waiting.get(origin)?.size ?? 0) >= limits.maxWaitingPerOrigin
    );
  }

  /** Resolves to whether the caller may start; if so, it has a place that it must give back. */
  function enter(lane: Lane, { deadline, origin = '' }: QueuedTask<unknown>): Promise<boolean> {
    if (lane.running < limits.concurrency) {
      lane.running += 1;
      return Promise.resolve(true);
    }
    if (isFull(lane, origin)) return Promise.resolve(false);
    const own = lane.waiting.get(origin) ?? new Set();
    lane.waiting.set(origin, own);
    lane.waitingCount += 1;
    waitingTotal += 1;
    return new Promise((resolve) => {
      const leave = (isStarted: boolean) => {
        clearTimeout(timer);
        own.delete(start);
        if (own.size === 0) lane.waiting.delete(origin);
        lane.waitingCount -= 1;
        waitingTotal -= 1;
        resolve(isStarted);
      };
      const start = () => leave(true);
      const timer = setTimeout(() => leave(false), deadline.remainingMs());
      own.add(start);
    });
  }

  /** Hands the place to the origin whose turn it is. */
  function exit(key: string, lane: Lane): void {
    const [next] = lane.waiting;
    if (next) {
      const [origin, own] = next;
      const [start] = own;
      if (!start) throw new Error('an origin that waits has a turn to come');
      // Its next turn is the last one. `start` removes it if nothing of it is left.
      lane.waiting.delete(origin);
      lane.waiting.set(origin, own);
      start();
      return;
    }
    lane.running -= 1;
    if (lane.running === 0) lanes.delete(key);
  }

  return {
    async run(key, queued) {
      const lane = laneOf(key);
      if (!(await enter(lane, queued))) return null;
      try {
        return await queued.task();
      } finally {
        exit(key, lane);
      }
    },
  };
}
