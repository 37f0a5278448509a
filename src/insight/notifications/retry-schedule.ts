/** Attempts to deliver a message end so long after it was made. */
export const retryForMs = 3 * 24 * 60 * 60 * 1000;

const firstDelayMs = 5_000;
const factor = 4;
const longestDelayMs = 12 * 60 * 60 * 1000;

/** So many failures in a row, and the webhook rests between attempts. */
const restAfterFailures = 3;
const longestRestMs = 5 * 60 * 1000;

/**
 * When a message is tried again: after 5 s, 20 s, 80 s and so on, at last every 12 hours, and once more when its time ends.
 *
 * @param attempts that were made
 * @returns null: never
 */
export function nextAttemptAfter(now: Date, attempts: number, retryUntil: Date): Date | null {
  if (now >= retryUntil) return null;
  const delayMs = Math.min(firstDelayMs * factor ** (attempts - 1), longestDelayMs);
  return new Date(Math.min(now.getTime() + delayMs, retryUntil.getTime()));
}

/** How long nothing is sent to a webhook that has not taken so many messages in a row; null: it does not rest. */
export function restOf(failures: number): number | null {
  if (failures < restAfterFailures) return null;
  return Math.min(firstDelayMs * 2 ** (failures - restAfterFailures), longestRestMs);
}
