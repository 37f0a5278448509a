import { frequencies } from '../statistics/facts/fact';

/** Visitors who have seen a campaign so often. */
export interface FrequencyOfVisitors {
  readonly views: number;
  /** True: or more often. */
  readonly isOrMore: boolean;
  readonly visitors: bigint;
}

/** How many have seen a campaign, and how often. */
export interface CampaignReach {
  readonly visitors: bigint;
  /** From one view on, without a gap. */
  readonly frequencies: readonly FrequencyOfVisitors[];
  /** Views of which nobody knows how many their visitors had before. */
  readonly unknownViews: bigint;
}

/**
 * Each visitor who has seen a campaign n times has an nth view of it: those who have none further have seen it just so often.
 *
 * @param viewsOf the views of a frequency, from the beginning of the campaign on
 */
export function visitorsReachedBy(viewsOf: (frequency: string) => number): CampaignReach {
  // The last one has more than one view of each visitor.
  const reached = frequencies.slice(0, -1).map(viewsOf);
  return {
    visitors: BigInt(reached[0] ?? 0),
    frequencies: reached.map((visitors, before) => {
      const further = reached[before + 1];
      return {
        views: before + 1,
        isOrMore: further === undefined,
        // Where a memory was lost, there may be fewer first views than second ones.
        visitors: BigInt(Math.max(0, visitors - (further ?? 0))),
      };
    }),
    unknownViews: BigInt(viewsOf('')),
  };
}
