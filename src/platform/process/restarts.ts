import { minuteMs } from '../../time';

/** How often something that ends is started again. */
export interface Restarts {
  /** How long to wait before it is started again, in ms; null: it has ended too often. */
  next(): number | null;
}

/** Starts after an unexpected end, within `windowMs`. */
const maxRestarts = 5;
const windowMs = minuteMs;
/** Before the first restart; doubled for each further one in the window. */
const firstPauseMs = 100;

export function createRestarts(): Restarts {
  let restartedAt: readonly number[] = [];
  return {
    next() {
      const now = Date.now();
      const recent = restartedAt.filter((at) => at > now - windowMs);
      if (recent.length >= maxRestarts) return null;
      restartedAt = [...recent, now];
      return firstPauseMs * 2 ** recent.length;
    },
  };
}
