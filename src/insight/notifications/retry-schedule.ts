import { dayMs, hourMs, minuteMs } from '../../time';

/** Attempts to deliver a message end so long after it was made. */
export const retryForMs = 3 * dayMs;

const firstDelayMs = 5_000;
const factor = 4;
const longestDelayMs = 12 * hourMs;

/** After so many failures in a row the webhook rests between attempts. */
const restAfterFailures = 3;
export const longestRestMs = 5 * minuteMs;

/**
 * When a message is tried again: after 5 s, 20 s, 80 s and so on, at last every 12 hours, and once more when its time ends.
 *
 * @param message.attempts that were made
 * @param message.askedMs what the receiver has asked for by `Retry-After`: it waits at least so long, and 12 hours at most
 * @returns null: never
 */
export function nextAttemptAfter(
  now: Date,
  message: {
    readonly attempts: number;
    readonly retryUntil: Date;
    readonly askedMs: number | null;
  },
): Date | null {
  const { attempts, retryUntil, askedMs } = message;
  if (now >= retryUntil) return null;
  const ownMs = firstDelayMs * factor ** (attempts - 1);
  const delayMs = Math.min(Math.max(ownMs, askedMs ?? 0), longestDelayMs);
  return new Date(Math.min(now.getTime() + delayMs, retryUntil.getTime()));
}

/**
 * How long nothing is sent to a webhook that has not taken so many messages in a row, or has asked for it; null: it does
 * not rest.
 *
 * @param askedMs by `Retry-After`: 12 hours at most
 */
export function restOf(failures: number, askedMs: number | null = null): number | null {
  const asked = askedMs === null ? null : Math.min(askedMs, longestDelayMs);
  if (failures < restAfterFailures) return asked;
  const own = Math.min(firstDelayMs * 2 ** (failures - restAfterFailures), longestRestMs);
  return Math.max(own, asked ?? 0);
}
