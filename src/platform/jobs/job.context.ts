import type { Logger } from 'pino';
import type { LedgerClient } from '../ledger/ledger-client';
import type { JobDefinition, JobNeed } from './job';
import type { JobStore } from './job.store';

/** The stores and services that running a job needs. */
export interface TurnContext {
  readonly jobStates: JobStore;
  readonly log: Logger;
  readonly now: () => Date;
  /** null: there is no wallet. */
  readonly ledger: LedgerClient | null;
}

/** Says that this process has all that a job needs. */
export function canRun(
  { ledger }: Pick<TurnContext, 'ledger'>,
  { needs }: { readonly needs?: JobNeed | null },
): boolean {
  return needs !== 'wallet' || ledger !== null;
}

/** The stores and services that the services of jobs need. */
export interface JobContext extends TurnContext {
  /** All jobs. */
  readonly jobs: readonly JobDefinition[];
}
