import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Answers } from './channel';
import { killWhenHung } from './hang-watch';
import { createRestarts, type Restarts } from './restarts';
import { besideArgument } from './worker';
import {
  forkWorker,
  type ReadyWorker,
  type WorkerProcess,
  type WorkerProgram,
} from './worker-process';

export interface WorkersOptions extends WorkerProgram {
  /** How many there shall be; asked again at each reload. */
  readonly count: () => number;
  /** To what workers ask. */
  readonly answers?: Answers;
  readonly onRestart?: () => void;
  /** Gets each that has ended. */
  readonly onEnded?: (worker: WorkerProcess) => void;
  readonly log: Logger;
  /** How long one may take to say that it is alive; default 5 seconds. */
  readonly answerMs?: number;
}

/** Processes of one program that share its port. */
export interface Workers {
  /** The message of the first worker. */
  readonly ready: ReadyWorker;
  /** The workers that take requests. */
  list(): readonly WorkerProcess[];
  /**
   * Replaces one after the other: each only when its successor takes requests. One that does not start ends the reload,
   * and those that are not replaced stay.
   *
   * @returns whether all were replaced
   */
  reload(): Promise<boolean>;
  /** Called with a reason when one has ended more often than it is started again. */
  onLost(listener: (reason: string) => void): void;
  /**
   * Ends them, one of those that take requests last: till then it takes what comes, and by itself it can leave the port so
   * that nobody is reset. Its `/health` says that the whole gateway goes.
   */
  close(): Promise<void>;
}

/** The place of a worker: who dies is followed by another. */
interface Slot {
  current: WorkerProcess;
  readonly restarts: Restarts;
  isGivenUp: boolean;
}

/**
 * Starts the workers, the first one alone: what only one can do, such as migrations, and what keeps all from starting,
 * is found by one.
 *
 * @throws {ConfigError} with the first worker's own line when it cannot start.
 */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { count, log } = options;
  const slots: Slot[] = [];
  const alive = new Set<WorkerProcess>();
  const closing = new AbortController();
  const lost = Promise.withResolvers<string>();
  let url: string | null = null;
  let turn = Promise.resolve(true);

  function fork(): WorkerProcess {
    const beside = slots.some(({ current }) => current.isReady()) ? url : null;
    const args = [...(options.args ?? []), ...(beside === null ? [] : [besideArgument(beside)])];
    const worker = forkWorker({ ...options, args }, options.answers ?? {});
    alive.add(worker);
    worker.ready.then(
      () => killWhenHung(worker, log, options.answerMs),
      () => undefined,
    );
    void worker.exited.then(() => {
      alive.delete(worker);
      options.onEnded?.(worker);
    });
    return worker;
  }

  function addSlot(): Slot {
    const slot = { current: fork(), restarts: createRestarts(), isGivenUp: false };
    slots.push(slot);
    return slot;
  }

  async function keep(slot: Slot): Promise<void> {
    for (;;) {
      const watched = slot.current;
      const reason = await watched.exited;
      const isOver = () => closing.signal.aborted || slot.isGivenUp;
      if (isOver()) return;
      // A reload has put another one into its place.
      if (slot.current !== watched) continue;
      const pauseMs = slot.restarts.next();
      if (pauseMs === null) {
        lost.resolve(reason);
        return;
      }
      log.warn({ reason }, 'the gateway ended, it is started again');
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
      if (isOver()) return;
      if (slot.current === watched) restart(slot);
    }
  }

  function restart(slot: Slot): void {
    options.onRestart?.();
    slot.current = fork();
    slot.current.ready.then(
      () => log.warn('the gateway is back'),
      (error: unknown) => log.warn({ err: error }, 'the gateway did not start again'),
    );
  }

  async function replace(slot: Slot): Promise<void> {
    const next = fork();
    await next.ready;
    const old = slot.current;
    slot.current = next;
    await old.drain(true);
  }

  async function giveUp(slot: Slot): Promise<void> {
    slot.isGivenUp = true;
    slots.splice(slots.indexOf(slot), 1);
    await slot.current.drain(true);
  }

  function fill(): void {
    while (slots.length < count() && !closing.signal.aborted) void keep(addSlot());
  }

  async function reloadAll(): Promise<boolean> {
    const most = count();
    for (const slot of slots.slice(most)) await giveUp(slot);
    for (const slot of [...slots]) await replace(slot);
    fill();
    return true;
  }

  const first = addSlot();
  const ready = await first.current.ready;
  ({ url } = ready);
  void keep(first);
  fill();

  return {
    ready,
    list: () => slots.map(({ current }) => current).filter((worker) => worker.isReady()),
    reload() {
      turn = turn.then(reloadAll).catch((error: unknown) => {
        if (!closing.signal.aborted)
          log.error({ err: error }, 'the reload failed: workers that were not replaced go on');
        return false;
      });
      return turn;
    },
    onLost(listener) {
      void lost.promise.then(listener);
    },
    async close() {
      closing.abort();
      const last = slots.map(({ current }) => current).find((worker) => worker.isReady());
      const others = [...alive].filter((worker) => worker !== last);
      await Promise.all(others.map((worker) => worker.drain(last !== undefined)));
      await last?.drain(false);
    },
  };
}
