import type { Logger } from 'pino';
import type { LedgerClient } from '../ledger/ledger-client';
import type { JobDefinition, JobNeed } from './job';
import type { JobStore } from './job.store';

/** What running jobs uses of the outside. */
export interface TurnContext {
  readonly jobStates: JobStore;
  readonly log: Logger;
  readonly now: () => Date;
  /** null: there is no wallet. */
  readonly ledger: LedgerClient | null;
}

/** Whether this process has what a job needs. */
export function canRun(
  { ledger }: Pick<TurnContext, 'ledger'>,
  { needs }: { readonly needs?: JobNeed | null },
): boolean {
  return needs !== 'wallet' || ledger !== null;
}

/** What the services of jobs use of the outside. */
export interface JobContext extends TurnContext {
  /** All jobs. */
  readonly jobs: readonly JobDefinition[];
}
