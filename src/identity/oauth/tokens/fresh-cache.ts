import { LRUCache } from 'lru-cache';
import { type CacheFigures, countLookups } from '../../../platform/process/cache-figures';
import { roomFor } from '../../../platform/process/cache-room';
import { minuteMs } from '../../../time';

/**
 * Keeps answers of the database until a change is told, and never longer than `maxAgeMs`: that bounds the error of a
 * process that is told nothing.
 */
export interface FreshCache<Value extends object> {
  /** From memory where it is known, and then at once; null for what the database does not have, which is not kept. */
  get(key: string): Value | Promise<Value | null>;
  /** Forgets whatever depends on one of these ids, also what is being read at the moment. */
  forget(ids: Iterable<string>): void;
  readonly figures: () => CacheFigures;
}

interface Entry<Value> {
  readonly key: string;
  readonly value: Value;
  readonly loadedAt: number;
}

export interface FreshCacheOptions<Value> {
  readonly load: (key: string) => Promise<Value | null>;
  /** Ids whose change makes the value wrong. */
  readonly idsOf: (value: Value) => readonly (string | null)[];
  /**
   * The short part of a long key that it is found by; of keys with the same part one is kept. A text that was just read
   * from the wire has no hash yet, and to hash all of it would take most of a look-up.
   */
  readonly shorten?: (key: string) => string;
  readonly maxEntries: number;
  readonly now: () => Date;
}

const maxAgeMs = minuteMs;

export function createFreshCache<Value extends object>({
  load,
  idsOf,
  shorten = (key) => key,
  maxEntries,
  now,
}: FreshCacheOptions<Value>): FreshCache<Value> {
  const entries = new LRUCache<string, Entry<Value>>(roomFor(maxEntries));
  let changes = 0;
  const lookups = countLookups(entries);

  async function read(key: string): Promise<Value | null> {
    lookups.miss();
    const changesBefore = changes;
    const loadedAt = now().getTime();
    const value = await load(key);
    // A change that was told meanwhile may be newer than what was read.
    if (value && changes === changesBefore) entries.set(shorten(key), { key, value, loadedAt });
    return value;
  }

  return {
    get(key) {
      const entry = entries.get(shorten(key));
      if (entry?.key !== key || now().getTime() - entry.loadedAt >= maxAgeMs) return read(key);
      lookups.hit();
      return entry.value;
    },
    forget(ids) {
      const changed = new Set(ids);
      if (changed.size === 0) return;
      changes += 1;
      for (const [short, { value }] of entries.entries())
        if (idsOf(value).some((id) => id !== null && changed.has(id))) entries.delete(short);
    },
    figures: lookups.figures,
  };
}
