let waiting: (() => void)[] = [];

/**
 * Runs a step when everything that has come in by now is read, right behind the same step of other requests: what
 * they have in common, code above all, is still in the processor's caches, and the answers leave together. Under load
 * that is a third of a find's time; a request that comes alone waits for nothing.
 *
 * @param step must not throw
 * @see Larus, Parkes: Using Cohort Scheduling to Enhance Server Performance, USENIX 2002
 */
export function inCohort(step: () => void): void {
  if (waiting.push(step) === 1) setImmediate(runCohort);
}

function runCohort(): void {
  const steps = waiting;
  waiting = [];
  for (const step of steps) step();
}
