import type { CategorizedCampaigns } from '../inventory/categorized-campaigns';
import type { SeenCreative } from '../selection/ranking/recently-seen';
import type { Imp } from '../selection/types';

/** The campaigns that care for the other placements of their page. */
export interface PageRules {
  readonly competitors: Pick<CategorizedCampaigns, 'competitorsOf'>;
  readonly shownOncePerPage: Pick<ReadonlySet<string>, 'has'>;
}

/** Terms of a placement that the winners of other placements of its page make: no competitor of theirs, and no creative twice that is shown once. */
export function termsBeside(
  winners: readonly SeenCreative[],
  { competitors, shownOncePerPage }: PageRules,
): Pick<Imp, 'competingCampaignIds' | 'creativeIdsOnPage'> {
  const shown = winners.filter(({ campaignId }) => shownOncePerPage.has(campaignId));
  return {
    competingCampaignIds: competitors.competitorsOf(winners.map(({ campaignId }) => campaignId)),
    creativeIdsOnPage:
      shown.length === 0 ? undefined : new Set(shown.map(({ creativeId }) => creativeId)),
  };
}
