import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

/** The share of a core that long work gets beside finds: with more of it, finds would wait on a busy machine. */
const workingShare = 1 / 8;
/** Shorter work is not worth a timer. */
const leastWorkMs = 1;

/** Lets whatever waits go first while long work is done in small steps. */
export class Pace {
  #isServing = false;
  #workedSince = 0;

  /** From now on finds are answered: work gets no more than its share of the time. */
  serve(): void {
    this.#isServing = true;
  }

  /** To be called before the first step. */
  begin(): void {
    this.#workedSince = performance.now();
  }

  /** To be called after each step. */
  async rest(): Promise<void> {
    const worked = performance.now() - this.#workedSince;
    if (worked < leastWorkMs) return;
    await (this.#isServing ? pause(worked * (1 / workingShare - 1)) : turn());
    this.#workedSince = performance.now();
  }
}
