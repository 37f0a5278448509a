import { setTimeout as pause } from 'node:timers/promises';

/** Lets work begin at most so often, however many wait. */
export class EvenPace {
  #nextAt = 0;

  constructor(private readonly everyMs: number) {}

  /** Resolves when the next work may begin. */
  async turn(): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + this.everyMs;
    if (at > now) await pause(at - now);
  }
}
