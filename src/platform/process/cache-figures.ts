/** Figures of a cache of this process: hits and misses since the start, and its content. */
export interface CacheFigures {
  /** How often it had what was asked for. */
  readonly hits: number;
  /** How often it had to read what was asked for. */
  readonly misses: number;
  readonly entries: number;
}

/** Counts what a cache is asked for. */
export interface Lookups {
  hit(): void;
  /** @param count default 1 */
  miss(count?: number): void;
  readonly figures: () => CacheFigures;
}

/** @param kept what is in the cache */
export function countLookups(kept: { readonly size: number }): Lookups {
  let hits = 0;
  let misses = 0;
  return {
    hit() {
      hits += 1;
    },
    miss(count = 1) {
      misses += count;
    },
    figures: () => ({ hits, misses, entries: kept.size }),
  };
}
