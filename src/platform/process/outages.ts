import type { Logger } from 'pino';
import { lineOf } from './start-errors';

/** Failures that are nobody's mistake. They are logged, but not once for every request. */
export interface Outages {
  /** Logs the reason at once, then at most once in 10 seconds, with how often it was noted meanwhile. */
  note(reason: string, error: unknown): void;
  /** Says that the reason was noted within the last 10 seconds. */
  isFresh(reason: string): boolean;
}

const windowMs = 10_000;

/** @param log gets no stacks: nothing of ours is wrong, and the reason is the same for all */
export function createOutages(log: Pick<Logger, 'warn'>): Outages {
  const counts = new Map<string, number>();

  function open(reason: string): void {
    counts.set(reason, 0);
    setTimeout(close, windowMs, reason).unref();
  }

  function close(reason: string): void {
    const count = counts.get(reason) ?? 0;
    counts.delete(reason);
    if (count === 0) return;
    log.warn({ reason, count }, 'the outage goes on');
    open(reason);
  }

  return {
    note(reason, error) {
      const count = counts.get(reason);
      if (count !== undefined) {
        counts.set(reason, count + 1);
        return;
      }
      log.warn({ reason, cause: causeOf(error) }, 'an outage');
      open(reason);
    },
    isFresh: (reason) => counts.has(reason),
  };
}

/** In one line; an error that only translates another one is left out. */
function causeOf(error: unknown): string {
  return lineOf(error instanceof Error ? (error.cause ?? error) : error);
}
