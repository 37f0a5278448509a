import type { Deadline } from './deadline';

/** Runs tasks of one key in the order they came, `concurrency` of them at a time. */
export interface KeyedQueue {
  /**
   * @returns what the task returns, or null if it was never started: too many were waiting, or the
   * deadline came first.
   */
  run<T>(key: string, params: QueuedTask<T>): Promise<T | null>;
}

interface QueuedTask<T> {
  readonly deadline: Deadline;
  readonly task: () => Promise<T>;
}

interface Lane {
  running: number;
  readonly waiting: Set<() => void>;
}

/**
 * @param concurrency tasks of one key that run at a time
 * @param maxWaiting tasks that may wait, all keys together
 * @param maxWaitingPerKey tasks of one key that may wait, so that one stuck key leaves room for others
 */
export function createKeyedQueue(limits: {
  readonly concurrency: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerKey: number;
}): KeyedQueue {
  const lanes = new Map<string, Lane>();
  let waitingTotal = 0;

  function laneOf(key: string): Lane {
    const lane = lanes.get(key) ?? { running: 0, waiting: new Set() };
    lanes.set(key, lane);
    return lane;
  }

  /** Resolves to whether the caller may start; if so, it has a place that it must give back. */
  function enter(lane: Lane, deadline: Deadline): Promise<boolean> {
    if (lane.running < limits.concurrency) {
      lane.running += 1;
      return Promise.resolve(true);
    }
    const isFull =
      waitingTotal >= limits.maxWaiting || lane.waiting.size >= limits.maxWaitingPerKey;
    if (isFull) return Promise.resolve(false);
    waitingTotal += 1;
    return new Promise((resolve) => {
      const leave = (isStarted: boolean) => {
        clearTimeout(timer);
        lane.waiting.delete(start);
        waitingTotal -= 1;
        resolve(isStarted);
      };
      const start = () => leave(true);
      const timer = setTimeout(() => leave(false), deadline.remainingMs());
      lane.waiting.add(start);
    });
  }

  /** Hands the place to the one that has waited longest. */
  function exit(key: string, lane: Lane): void {
    const [start] = lane.waiting;
    if (start) {
      start();
      return;
    }
    lane.running -= 1;
    if (lane.running === 0) lanes.delete(key);
  }

  return {
    async run(key, { deadline, task }) {
      const lane = laneOf(key);
      if (!(await enter(lane, deadline))) return null;
      try {
        return await task();
      } finally {
        exit(key, lane);
      }
    },
  };
}
