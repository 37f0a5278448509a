import type { PlatformMembers } from '../../platform/platform.members';
import { removeUnused } from '../../supply/sites/remove-unused';
import type { SupplyMembers } from '../../supply/supply.members';

/** The removal of sites needs this of the context. */
export interface UnseenSitesContext
  extends Pick<PlatformMembers, 'now'>,
    Pick<SupplyMembers, 'foundSites'> {}

/**
 * Removes the sites that finds made and that have no placement 48 hours later: a placement that nobody views is gone by then,
 * and one that somebody has viewed keeps its site. A site that a find, its publisher or a claim needs in between stays.
 *
 * @returns how many are gone.
 */
export const removeUnseenSites = (
  { foundSites, now }: UnseenSitesContext,
  signal: AbortSignal,
): Promise<number> => removeUnused(foundSites, now, signal);
