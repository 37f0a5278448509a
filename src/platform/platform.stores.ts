import type { Connection } from 'mongoose';
import { createJobStore } from './jobs/job.store';
import { createTokenKeyStore } from './keys/token-key.store';
import { createRunningProcessStore } from './process/running-process.store';
import { createAttemptStore } from './limits/attempt.store';
import { createWindowCountStore } from './limits/window-count.store';

/** Makes the stores of this wing, which are members of the context. */
export function createPlatformStores(db: Connection) {
  return {
    jobStates: createJobStore(db),
    windowCounts: createWindowCountStore(db),
    attempts: createAttemptStore(db),
    tokenKeyStore: createTokenKeyStore(db),
    runningProcesses: createRunningProcessStore(db),
  };
}
