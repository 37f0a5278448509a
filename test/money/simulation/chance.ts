/** Chance that a seed tells in advance. */
export interface Chance {
  /** From 0, below 1. */
  next(): number;
  /** Throws dice: true with this probability. */
  happens(probability: number): boolean;
  /** A whole number from `from`, below `to`. */
  between(from: number, to: number): number;
  pick<Item>(items: readonly Item[]): Item;
  shuffle<Item>(items: readonly Item[]): Item[];
  /** 32 lower-case hex digits. */
  id(first?: string): string;
}

/** By the generator mulberry32. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from));
  return {
    next,
    between,
    happens: (probability) => next() < probability,
    pick: (items) => items[between(0, items.length)]!,
    shuffle(items) {
      const shuffled = [...items];
      for (let at = shuffled.length - 1; at > 0; at -= 1) {
        const other = between(0, at + 1);
        [shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!];
      }
      return shuffled;
    },
    id(first = '') {
      let id = first;
      while (id.length < 32) id += between(0, 16).toString(16);
      return id;
    },
  };
}
