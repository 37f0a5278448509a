/**
 * Settings of a gateway for tests: a busy machine is no reason to find nothing, nor to give up, and tests view at once,
 * and are paid as soon as hours are final.
 */
export const patience = {
  ADGATE_FIND_WAIT_MS: '10000',
  ADGATE_PATIENCE: '10',
  ADGATE_KEEP_ALIVE_SECONDS: '60',
  ADGATE_LEAST_VIEW_MS: '0',
  ADGATE_LEAST_CLICK_MS: '0',
  ADGATE_EARNINGS_DELAY: '0',
} as const;

/** The usual patience, where a test is about what a gateway does when it is at its end. */
export const usualPatience = { ADGATE_PATIENCE: '1' } as const;

/** The times that operators have who set none, where a test is about what comes too soon. */
export const usualTimes = {
  ADGATE_LEAST_VIEW_MS: undefined,
  ADGATE_LEAST_CLICK_MS: undefined,
} as const;
