import type { PlatformMembers } from '../platform.members';
import type { JobNeed } from './job';

/** The stores and services that running a job needs. */
export interface TurnContext
  extends Pick<PlatformMembers, 'jobStates' | 'log' | 'now' | 'ledger'> {}

/** The stores and services that running jobs as they are due needs. */
export interface ClockworkContext extends TurnContext, Pick<PlatformMembers, 'outages'> {}

/** Says that this process has all that a job needs. */
export function canRun(
  { ledger }: Pick<TurnContext, 'ledger'>,
  { needs }: { readonly needs?: JobNeed | null },
): boolean {
  return needs !== 'wallet' || ledger !== null;
}

/** The stores and services that the services of jobs need. */
export interface JobContext extends TurnContext, Pick<PlatformMembers, 'jobs'> {}
