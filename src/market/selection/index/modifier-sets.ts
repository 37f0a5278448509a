import type { BidModifiers } from '../types';

/** The number of candidates without modifiers. */
const unmodified = 0;

/** The distinct bid modifiers that candidates have, numbered from 1 on. Many campaigns have the same. */
export class ModifierSets {
  readonly sets: (BidModifiers | null)[] = [null];
  private readonly numbers = new Map<string, number>();

  /** The number of these modifiers, given now if they had none. */
  numberOf(modifiers: BidModifiers | null): number {
    if (modifiers === null) return unmodified;
    const key = keyOf(modifiers);
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.sets.push(modifiers) - 1;
      this.numbers.set(key, number);
    }
    return number;
  }
}

/** Two of the same key mean the same, whatever order their parts are in. */
function keyOf({ devices, countries, hours, timeZone }: BidModifiers): string {
  const parts = [devices, countries, hours].map((each) => [...each].sort());
  return JSON.stringify([parts, hours.size > 0 ? timeZone : null]);
}
