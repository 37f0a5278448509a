/** The moment by which all work for one request has to end. */
export interface Deadline {
  /** Milliseconds left, never below zero. */
  remainingMs(): number;
}

/** @param totalMs milliseconds from now */
export function createDeadline(totalMs: number): Deadline {
  const endsAt = performance.now() + totalMs;
  return { remainingMs: () => Math.max(0, endsAt - performance.now()) };
}
