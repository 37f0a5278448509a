import type { SeenCreative } from '../selection/types';
import { mostAttempts } from '../serving/roadblocks';

/** Terms on which a placement of a page is chosen. */
export interface PageTerms {
  /** The campaigns that win nothing, though they want all placements; null: all that want them. */
  readonly refused: ReadonlySet<string> | null;
  /** The campaign that alone may win; null: any. */
  readonly holder: string | null;
  /** Winners of the placements before; newest first. */
  readonly chosen: readonly SeenCreative[];
}

interface ReplayedPage<Winner extends SeenCreative> {
  readonly length: number;
  /** The placement that is replayed. */
  readonly position: number;
  readonly isRoadblock: (campaignId: string) => boolean;
  readonly choose: (nth: number, terms: PageTerms) => Winner | null;
}

/**
 * The winner of one placement of a page, where campaigns may want all placements: such a campaign wins the first, and then all, or all are
 * chosen anew without it.
 *
 * @see docs/http-api.md
 */
export function winnerOnPage<Winner extends SeenCreative>({
  length,
  position,
  isRoadblock,
  choose,
}: ReplayedPage<Winner>): Winner | null {
  const refused = new Set<string>();
  while (refused.size < mostAttempts) {
    const first = choose(0, { refused, holder: null, chosen: [] });
    if (!first || !isRoadblock(first.campaignId)) break;
    const chosen = chooseRest(first, length, choose);
    if (chosen.length === length) return chosen[position] ?? null;
    refused.add(first.campaignId);
  }
  return choose(position, { refused: null, holder: null, chosen: [] });
}

/** Winners of all placements in their order, as far as the first one's campaign can have them. */
function chooseRest<Winner extends SeenCreative>(
  first: Winner,
  length: number,
  choose: ReplayedPage<Winner>['choose'],
): readonly Winner[] {
  const chosen = [first];
  while (chosen.length < length) {
    const terms = { refused: null, holder: first.campaignId, chosen: chosen.toReversed() };
    const next = choose(chosen.length, terms);
    if (!next) break;
    chosen.push(next);
  }
  return chosen;
}
