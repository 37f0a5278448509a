import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { roomFor } from '../process/cache-room';
import { subjectKeyOf } from './subject-key';
import { secondMs } from '../../time';
import type { WindowCountStore } from './window-count.store';

/** So much within any span of that length. */
export interface WindowLimit {
  /** The name of the limit; each limit has its own counts. */
  readonly name: string;
  readonly most: number;
  readonly windowMs: number;
  /** A refused subject is not looked at again before its time: asking again costs the database nothing. */
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
  readonly store: Pick<WindowCountStore, 'add' | 'takeBack' | 'list'>;
  readonly now: () => Date;
  /** The key of the hash; processes that count together share it. */
  readonly secret: KeyObject;
}

const maxRefused = 10_000;
/** A span is counted in so many slices of the clock: an action counts for up to a slice longer than the span. */
const slicesOfSpan = 6;

export function createWindowLimiter(
  { store, now, secret }: WindowLimiterOptions,
  { name, most, windowMs, isFinal = false }: WindowLimit,
): WindowLimiter {
  /** Until when, in ms. */
  const refused = new LRUCache<string, number>(roomFor(maxRefused));
  const sliceMs = windowMs / slicesOfSpan;
  const secondsUntil = (ms: number) => Math.ceil((ms - now().getTime()) / secondMs);

  /** When the first of these counts, the oldest first, leave room for one more. */
  function freeAt(slices: readonly { readonly endsAt: number; readonly count: number }[]): number {
    let counted = slices.reduce((sum, { count }) => sum + count, 0);
    for (const { endsAt, count } of slices) {
      counted -= count;
      if (counted < most) return endsAt + windowMs;
    }
    return now().getTime() + windowMs;
  }

  return {
    async take(subject) {
      const key = subjectKeyOf(secret, name, subject);
      const refusedFor = secondsUntil(refused.get(key) ?? 0);
      if (refusedFor > 0) return refusedFor;
      const endsAt = (Math.floor(now().getTime() / sliceMs) + 1) * sliceMs;
      const keyOf = (end: number) => `${key}:${end}`;
      const own = await store.add(keyOf(endsAt), new Date(endsAt + windowMs));
      // The oldest of them has begun before the span, and counts as a whole.
      const ends = Array.from(
        { length: slicesOfSpan },
        (_, at) => endsAt - (slicesOfSpan - at) * sliceMs,
      );
      const before = await store.list(ends.map(keyOf));
      const slices = ends.map((end, at) => ({ endsAt: end, count: before[at] ?? 0 }));
      const others = slices.reduce((sum, { count }) => sum + count, 0);
      if (others + own <= most) return 0;
      // A refusal uses nothing up.
      await store.takeBack(keyOf(endsAt));
      const until = freeAt([...slices, { endsAt, count: own - 1 }]);
      if (isFinal) refused.set(key, until);
      return Math.max(1, secondsUntil(until));
    },
  };
}
