/** Settings of a gateway for tests: a busy machine is no reason to find nothing. */
export const patientFinds = { ADGATE_FIND_WAIT_MS: '10000' } as const;
