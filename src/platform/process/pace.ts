import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

export interface PaceBounds {
  /** The part of a core that long work gets beside finds: with more of it, finds would wait on a busy machine. */
  readonly share: number;
  /** Shorter work is not worth a timer. */
  readonly leastWorkMs: number;
}

const usualBounds: PaceBounds = { share: 1 / 8, leastWorkMs: 1 };

/** Lets whatever waits go first while long work is done in small steps. */
export class Pace {
  #isServing = false;
  #workedSince = 0;

  constructor(private readonly bounds = usualBounds) {}

  /** One of work beside finds. */
  static besideFinds(share: number): Pace {
    const pace = new Pace({ ...usualBounds, share });
    pace.serve();
    pace.begin();
    return pace;
  }

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
    const { share, leastWorkMs } = this.bounds;
    const worked = performance.now() - this.#workedSince;
    if (worked < leastWorkMs) return;
    await (this.#isServing ? pause(worked * (1 / share - 1)) : turn());
    this.#workedSince = performance.now();
  }
}
