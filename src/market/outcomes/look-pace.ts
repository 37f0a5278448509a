/** Milliseconds that looking may take for each find: under 2% of what the find costs. */
const msPerFind = 0.0015;
/** Milliseconds in a millisecond: where finds are few, all of them are looked at. */
const msPerMs = 0.0002;
/** So much may be saved up. */
const mostMs = 5;

/** Says when there is time to look at a find, beside answering it. */
export class LookPace {
  private credit = mostMs;
  private at = performance.now();

  /** Counts a find. */
  earn(): void {
    const at = performance.now();
    this.credit = Math.min(mostMs, this.credit + msPerFind + (at - this.at) * msPerMs);
    this.at = at;
  }

  get hasTime(): boolean {
    return this.credit > 0;
  }

  /** @param ms may be more than there was: it is earned again before the next look */
  spend(ms: number): void {
    this.credit -= ms;
  }
}
