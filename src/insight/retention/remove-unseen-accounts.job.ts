import type { Job } from '../../platform/jobs/job';
import type { PlatformMembers } from '../../platform/platform.members';
import { removeUnused } from '../../supply/sites/remove-unused';
import type { InsightMembers } from '../insight.members';

/** The removal of accounts needs this of the context. */
export interface UnseenAccountsContext
  extends Pick<PlatformMembers, 'now'>,
    Pick<InsightMembers, 'foundAccounts'> {}

/**
 * Removes the accounts that finds made and that have no site 48 hours later, in the two steps that sites have. One with a log-in, a claim,
 * money or anything that a person has set stays.
 */
export const removeUnseenAccounts: Job<UnseenAccountsContext> = {
  name: 'remove-unseen-accounts',
  everySeconds: 1_800,
  async run({ foundAccounts, now }, signal, { tell }) {
    const removed = await removeUnused(foundAccounts, now, signal);
    if (removed > 0) tell(`${removed} accounts without a site were removed`);
  },
};
