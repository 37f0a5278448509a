import type { KeyObject } from 'node:crypto';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { minuteMs, secondMs } from '../../time';
import { roomFor } from '../process/cache-room';
import type { AttemptStore } from './attempt.store';
import { subjectKeyOf } from './subject-key';

/** So many failures within any span of that length. */
export interface FailureLimit {
  /** The name of the limit; each limit has its own counts. */
  readonly name: string;
  readonly most: number;
  readonly windowMs: number;
  /** Failures are never forgotten: a refused subject that asks again costs the database nothing. */
  readonly isFinal?: boolean;
}

/** An attempt that may be made. */
export interface BegunAttempt {
  /** Ends the attempt as a failure, which counts from now on. */
  fail(): Promise<void>;
  /** Ends the attempt without a count. */
  end(): Promise<void>;
}

/**
 * Bounds how often somebody may fail, in all processes of the database together. What is under way is no failure, but
 * more of it than may fail is not begun: so guesses that run at once are bounded, too.
 */
export interface FailureLimiter {
  /**
   * Waits while others are under way that may fail, for 4 seconds at most.
   *
   * @returns the seconds to wait where it may not be made; it does not count then.
   */
  begin(subject: string): Promise<BegunAttempt | number>;
  forgetFailures(subject: string): Promise<void>;
}

export interface FailureLimiterOptions {
  readonly attempts: AttemptStore;
  readonly now: () => Date;
  /** The key of the hash; processes that count together share it. */
  readonly secret: KeyObject;
}

/** An attempt that has not ended by then has died with its process. */
const longestAttemptMs = minuteMs;
/** Less than any request may take. */
const patienceMs = 4 * secondMs;
const lookEveryMs = 100;
const maxRefused = 10_000;

export function createFailureLimiter(
  { attempts, now, secret }: FailureLimiterOptions,
  { name, most, windowMs, isFinal = false }: FailureLimit,
): FailureLimiter {
  /** Until when, in ms. */
  const refused = new LRUCache<string, number>(roomFor(maxRefused));
  const secondsUntil = (ms: number) => Math.ceil((ms - now().getTime()) / secondMs);
  const keyOf = (subject: string) => subjectKeyOf(secret, name, subject);
  const after = (ms: number) => new Date(now().getTime() + ms);

  function begun(key: string, id: string): BegunAttempt {
    return {
      fail: () => attempts.fail(key, { id, until: after(windowMs) }),
      end: () => attempts.end(key, id),
    };
  }

  /** @returns null where others are under way that may fail, or were faster. */
  async function tryToBegin(key: string): Promise<BegunAttempt | number | null> {
    const id = randomUUID();
    const room = { most, now: now() };
    if (await attempts.begin(key, { id, until: after(longestAttemptMs) }, room))
      return begun(key, id);
    const failures = (await attempts.list(key, now())).filter(({ hasFailed }) => hasFailed);
    if (failures.length < most) return null;
    const freeAt = Math.min(...failures.map(({ until }) => until.getTime()));
    if (isFinal) refused.set(key, freeAt);
    return Math.max(1, secondsUntil(freeAt));
  }

  return {
    async begin(subject) {
      const key = keyOf(subject);
      const refusedFor = secondsUntil(refused.get(key) ?? 0);
      if (refusedFor > 0) return refusedFor;
      const giveUpAt = performance.now() + patienceMs;
      for (;;) {
        const outcome = await tryToBegin(key);
        if (outcome !== null) return outcome;
        if (performance.now() >= giveUpAt) return 1;
        await sleep(lookEveryMs);
      }
    },

    forgetFailures: (subject) => attempts.forgetFailures(keyOf(subject)),
  };
}
