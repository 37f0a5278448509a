import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

export interface PaceBounds {
  /** The part of a core that long work gets beside finds: with more of it, finds would wait on a busy machine. */
  readonly share: number;
  /** The part of the time that others, such as the database, work for it. Default: the same. */
  readonly othersShare?: number;
  /** Shorter work is not worth a timer. */
  readonly leastWorkMs: number;
}

const usualBounds: PaceBounds = { share: 1 / 8, leastWorkMs: 1 };

/** Lets whatever waits go first while long work is done in small steps. */
export class Pace {
  #isServing = false;
  #workedSince = 0;
  #waitedMs = 0;

  constructor(private readonly bounds = usualBounds) {}

  /** One of work beside finds. */
  static besideFinds(shares: Pick<PaceBounds, 'share' | 'othersShare'>): Pace {
    const pace = new Pace({ ...usualBounds, ...shares });
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
    this.#waitedMs = 0;
  }

  /** Waits for the work of others: of this process nothing waits meanwhile. */
  async waitFor<Value>(work: Promise<Value>): Promise<Value> {
    const since = performance.now();
    try {
      return await work;
    } finally {
      this.#waitedMs += performance.now() - since;
    }
  }

  /** To be called after each step. */
  async rest(): Promise<void> {
    const { share, othersShare = share, leastWorkMs } = this.bounds;
    const waited = this.#waitedMs;
    const worked = performance.now() - this.#workedSince - waited;
    if (Math.max(worked, waited) < leastWorkMs) return;
    const restMs = Math.max(worked * (1 / share - 1), waited * (1 / othersShare - 1));
    await (this.#isServing ? pause(restMs) : turn());
    this.begin();
  }
}
