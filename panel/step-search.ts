/** The step of a form that an address is of; absent: the first one. */
export interface StepSearch {
  readonly step?: number;
}

const mostSteps = 10;

/** Reads the address, and leaves nonsense out. */
export function readStepSearch({ step }: Readonly<Record<string, unknown>>): StepSearch {
  const isLater = typeof step === 'number' && Number.isSafeInteger(step) && step > 0;
  return isLater && step < mostSteps ? { step } : {};
}
