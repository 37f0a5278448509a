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
  const pool = new WorkerPool(options);
  const ready = await pool.startFirst();
  return {
    ready,
    list: () => pool.list(),
    reload: () => pool.reload(),
    onLost: (listener) => void pool.lost.then(listener),
    close: () => pool.close(),
  };
}

class WorkerPool {
  readonly #options: WorkersOptions;
  readonly #slots: Slot[] = [];
  readonly #alive = new Set<WorkerProcess>();
  readonly #closing = new AbortController();
  readonly #lost = Promise.withResolvers<string>();
  /** Where the workers listen, once the first one does. */
  #url: string | null = null;
  /** The reloads, one after the other. */
  #turn = Promise.resolve(true);

  constructor(options: WorkersOptions) {
    this.#options = options;
  }

  /** Fulfilled with a reason when a worker has ended more often than it is started again. */
  get lost(): Promise<string> {
    return this.#lost.promise;
  }

  async startFirst(): Promise<ReadyWorker> {
    const first = this.#addSlot();
    const ready = await first.current.ready;
    this.#url = ready.url;
    void this.#keep(first);
    this.#fill();
    return ready;
  }

  list(): readonly WorkerProcess[] {
    return this.#slots.map(({ current }) => current).filter((worker) => worker.isReady());
  }

  reload(): Promise<boolean> {
    this.#turn = this.#turn
      .then(() => this.#reloadAll())
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted)
          this.#options.log.error(
            { err: error },
            'the reload failed: workers that were not replaced go on',
          );
        return false;
      });
    return this.#turn;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const last = this.list()[0];
    const others = [...this.#alive].filter((worker) => worker !== last);
    await Promise.all(others.map((worker) => worker.drain(last !== undefined)));
    await last?.drain(false);
  }

  #fork(): WorkerProcess {
    const { args = [], answers = {}, log, answerMs, onEnded } = this.#options;
    const url = this.list().length > 0 ? this.#url : null;
    const beside = url === null ? [] : [besideArgument(url)];
    const worker = forkWorker({ ...this.#options, args: [...args, ...beside] }, answers);
    this.#alive.add(worker);
    worker.ready.then(
      () => killWhenHung(worker, log, answerMs),
      () => undefined,
    );
    void worker.exited.then(() => {
      this.#alive.delete(worker);
      onEnded?.(worker);
    });
    return worker;
  }

  #addSlot(): Slot {
    const slot = { current: this.#fork(), restarts: createRestarts(), isGivenUp: false };
    this.#slots.push(slot);
    return slot;
  }

  async #keep(slot: Slot): Promise<void> {
    const { signal } = this.#closing;
    const isOver = () => signal.aborted || slot.isGivenUp;
    for (;;) {
      const watched = slot.current;
      const reason = await watched.exited;
      if (isOver()) return;
      // A reload has put another one into its place.
      if (slot.current !== watched) continue;
      const pauseMs = slot.restarts.next();
      if (pauseMs === null) {
        this.#lost.resolve(reason);
        return;
      }
      this.#options.log.warn({ reason }, 'the gateway ended, it is started again');
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      if (isOver()) return;
      if (slot.current === watched) this.#restart(slot);
    }
  }

  #restart(slot: Slot): void {
    const { log, onRestart } = this.#options;
    onRestart?.();
    slot.current = this.#fork();
    slot.current.ready.then(
      () => log.warn('the gateway is back'),
      (error: unknown) => log.warn({ err: error }, 'the gateway did not start again'),
    );
  }

  async #reloadAll(): Promise<boolean> {
    const most = this.#options.count();
    for (const slot of this.#slots.slice(most)) await this.#giveUp(slot);
    for (const slot of [...this.#slots]) await this.#replace(slot);
    this.#fill();
    return true;
  }

  async #replace(slot: Slot): Promise<void> {
    const next = this.#fork();
    await next.ready;
    const old = slot.current;
    slot.current = next;
    await old.drain(true);
  }

  async #giveUp(slot: Slot): Promise<void> {
    slot.isGivenUp = true;
    this.#slots.splice(this.#slots.indexOf(slot), 1);
    await slot.current.drain(true);
  }

  #fill(): void {
    while (this.#slots.length < this.#options.count() && !this.#closing.signal.aborted)
      void this.#keep(this.#addSlot());
  }
}
