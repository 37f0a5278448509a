/** The time that looking may take, in milliseconds. */
export interface LookBounds {
  /** For each find. */
  readonly forFind: number;
  /** For each millisecond that goes by. */
  readonly forMs: number;
  /** So much may be saved up. */
  readonly most: number;
}

/** Under 2% of what a find costs; where finds are few, all of them are looked at. */
const usualBounds: LookBounds = { forFind: 0.0015, forMs: 0.0002, most: 50 };

/** Says when there is time to look at a find, beside answering it. */
export class LookPace {
  private credit: number;
  private at = performance.now();

  constructor(private readonly bounds = usualBounds) {
    this.credit = bounds.most;
  }

  /** Counts a find. */
  earn(): void {
    const { forFind, forMs, most } = this.bounds;
    const at = performance.now();
    this.credit = Math.min(most, this.credit + forFind + (at - this.at) * forMs);
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
