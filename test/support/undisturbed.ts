const tickMs = 50;
/** Timers of a machine with nothing else to do are late by less. */
const usualLatenessMs = 10;

/** Time that goes by, less the time that the machine keeps this process from running while it has something to do. */
export class UndisturbedClock {
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #heldUpMs = 0;

  constructor() {
    let lastAt = this.#startedAt;
    let lastUsage = process.cpuUsage();
    this.#timer = setInterval(() => {
      const now = performance.now();
      const { user, system } = process.cpuUsage(lastUsage);
      const lateMs = now - lastAt - tickMs - (user + system) / 1_000;
      if (lateMs > usualLatenessMs) this.#heldUpMs += lateMs;
      lastAt = now;
      lastUsage = process.cpuUsage();
    }, tickMs);
  }

  /** Since the clock was made. */
  get ms(): number {
    return performance.now() - this.#startedAt - this.#heldUpMs;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/**
 * The time that a piece of work takes by such a clock. A promise of time is of a server that gets the CPU; a server that
 * keeps the CPU for itself is measured in full.
 */
export async function undisturbedMsOf(work: () => Promise<unknown>): Promise<number> {
  const clock = new UndisturbedClock();
  try {
    await work();
    return clock.ms;
  } finally {
    clock.stop();
  }
}
