import type { SeenCreative } from '../selection/ranking/recently-seen';
import { mostAttempts } from '../serving/roadblocks';

/** Terms on which a placement of a page is chosen. */
export interface PageTerms {
  /** The campaigns that win nothing, though they want all placements; null: all that want them. */
  readonly refused: Pick<ReadonlySet<string>, 'has'> | null;
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
  /** Says that the campaign has a creative of each placement's size: else it is no attempt. */
  readonly hasAllSizes: (campaignId: string) => boolean;
  readonly choose: (nth: number, terms: PageTerms) => Winner | null;
}

/**
 * The winner of one placement of a page, after those before have been chosen in their order. A campaign that wants all placements and wins the
 * first has all of them, or all are chosen anew without it.
 *
 * @see docs/http-api.md
 */
export function winnerOnPage<Winner extends SeenCreative>({
  length,
  position,
  isRoadblock,
  hasAllSizes,
  choose,
}: ReplayedPage<Winner>): Winner | null {
  const refused = new Set<string>();
  const out = { has: (id: string) => refused.has(id) || !hasAllSizes(id) };
  for (;;) {
    const mayTry = refused.size < mostAttempts;
    const first = choose(0, { refused: mayTry ? out : null, holder: null, chosen: [] });
    const holder = mayTry && first && isRoadblock(first.campaignId) ? first.campaignId : null;
    const winners = [first];
    const last = holder === null ? position : length - 1;
    for (let nth = 1; nth <= last; nth += 1) {
      const chosen = winners.filter((one) => one !== null).reverse();
      winners.push(choose(nth, { refused: null, holder, chosen }));
    }
    if (holder === null || !winners.includes(null)) return winners[position] ?? null;
    refused.add(holder);
  }
}
