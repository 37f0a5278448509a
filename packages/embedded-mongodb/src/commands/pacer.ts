import { mongoError } from '../errors';

const sliceMs = 15;

/** Keeps a long command from holding the event loop, and ends it at its `maxTimeMS`. */
export class Pacer {
  #sliceEnd = 0;
  #deadline = Infinity;
  #leftMs = Infinity;

  /** Begins a command. @param maxTimeMs 0 for no limit */
  start(maxTimeMs: number): void {
    const now = performance.now();
    this.#sliceEnd = now + sliceMs;
    this.#deadline = maxTimeMs > 0 ? now + maxTimeMs : Infinity;
  }

  /** Stops the clock of `maxTimeMS` between two commands of one cursor. */
  pause(): void {
    this.#leftMs = this.#deadline - performance.now();
  }

  /** Goes on with the time that was left at `pause`. */
  resume(): void {
    const now = performance.now();
    this.#sliceEnd = now + sliceMs;
    this.#deadline = now + this.#leftMs;
  }

  /** Says that it is time to let others run. */
  isDue(): boolean {
    return performance.now() > this.#sliceEnd;
  }

  /**
   * Lets others run.
   *
   * @throws {MongoError} MaxTimeMSExpired (50)
   */
  async rest(): Promise<void> {
    if (performance.now() > this.#deadline) throw timeExpired();
    await new Promise((resolve) => setImmediate(resolve));
    this.#sliceEnd = performance.now() + sliceMs;
  }

  /** Waits for something else, at most until the deadline. */
  async wait(event: Promise<void>): Promise<void> {
    if (this.#deadline === Infinity) return event;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(timeExpired()),
        Math.max(1, this.#deadline - performance.now()),
      );
    });
    try {
      await Promise.race([event, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function timeExpired(): Error {
  return mongoError('MaxTimeMSExpired', 'operation exceeded time limit');
}
