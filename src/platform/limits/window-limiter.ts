import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { roomFor } from '../process/cache-room';
import { subjectKeyOf } from './subject-key';
import type { WindowCountStore } from './window-count.store';

/** So much within each window of the clock. */
export interface WindowLimit {
  /** The name of the limit; each limit has its own counts. */
  readonly name: string;
  readonly most: number;
  readonly windowMs: number;
  /** A refused subject stays refused until the window ends: asking again costs the database nothing. */
  readonly isFinal?: boolean;
}

/** Bounds how often somebody may do something: all processes of the database count together. */
export interface WindowLimiter {
  /**
   * Counts one more, before it is done, so that what is done at once is counted too.
   *
   * @returns seconds to wait; 0 when it may be done.
   */
  take(subject: string): Promise<number>;
}

export interface WindowLimiterOptions {
  readonly store: Pick<WindowCountStore, 'add'>;
  readonly now: () => Date;
  /** The key of the hash; processes that count together share it. */
  readonly secret: KeyObject;
}

const maxRefused = 10_000;

export function createWindowLimiter(
  { store, now, secret }: WindowLimiterOptions,
  { name, most, windowMs, isFinal = false }: WindowLimit,
): WindowLimiter {
  const refused = new LRUCache<string, true>(roomFor(maxRefused));

  function windowOf(subject: string) {
    const endsAt = (Math.floor(now().getTime() / windowMs) + 1) * windowMs;
    return { key: `${subjectKeyOf(secret, name, subject)}:${endsAt}`, endsAt: new Date(endsAt) };
  }

  return {
    async take(subject) {
      const { key, endsAt } = windowOf(subject);
      if (!refused.has(key)) {
        const count = await store.add(key, endsAt);
        if (count <= most) return 0;
        if (isFinal) refused.set(key, true);
      }
      return Math.ceil((endsAt.getTime() - now().getTime()) / 1000);
    },
  };
}
