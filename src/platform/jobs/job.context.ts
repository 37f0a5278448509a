import type { Logger } from 'pino';
import type { JobDefinition } from './job';
import type { JobStore } from './job.store';

/** What running jobs uses of the outside. */
export interface TurnContext {
  readonly jobStates: JobStore;
  readonly log: Logger;
  readonly now: () => Date;
}

/** What the services of jobs use of the outside. */
export interface JobContext extends TurnContext {
  /** All that there are. */
  readonly jobs: readonly JobDefinition[];
}
