/** Small, fast, and the same on every run (Mulberry32). */
export class Dice {
  constructor(private state: number) {}

  /** From 0 up to but not 1. */
  roll(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.roll() * limit);
  }

  isOnce(inTimes: number): boolean {
    return this.below(inTimes) === 0;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  some<T>(from: readonly T[], most: number): readonly T[] {
    const length = from.length === 0 ? 0 : 1 + this.below(most);
    return Array.from({ length }, () => this.pick(from));
  }
}
