import type { Side } from './dimensions';
import { families, type FamilyName, type Part } from '../roll-ups/roll-up';
import { assertPresent } from '../../../present';

/** Which rows of which roll-ups tell what is asked for. */
export interface ReadingPlan {
  readonly family: FamilyName;
  readonly section: string;
  /** The parts that keys of the section's rows are made of. */
  readonly parts: readonly Part[];
  /** The part that the roll-up's owner is; null: none that is asked for. */
  readonly ownerPart: Part | null;
}

const planOf = (
  family: FamilyName,
  section: string,
  ownerPart: Part | null = null,
): ReadingPlan => {
  const sections: Readonly<Record<string, readonly Part[]>> = families[family].sections;
  const parts = assertPresent(sections[section], 'a plan reads a section that its family has');
  return { family, section, parts, ownerPart };
};

const ofCampaigns = [
  planOf('campaign', 'frequency', 'campaignId'),
  planOf('campaign', 'audience', 'campaignId'),
  planOf('campaign', 'site', 'campaignId'),
];

/** For each side, the shortest to read first. */
const plans: Readonly<Record<Side, readonly ReadingPlan[]>> = {
  advertiser: [
    planOf('advertiser', 'total'),
    planOf('advertiser', 'campaign'),
    planOf('advertiser', 'creative'),
    ...ofCampaigns,
  ],
  publisher: [
    planOf('publisher', 'total'),
    planOf('publisher', 'site'),
    planOf('publisher', 'placement'),
    planOf('site', 'audience', 'siteId'),
    planOf('site', 'creative', 'siteId'),
  ],
  operator: [
    planOf('all', 'total'),
    planOf('publisher', 'site'),
    planOf('publisher', 'placement'),
    planOf('advertiser', 'campaign'),
    planOf('advertiser', 'creative'),
    ...ofCampaigns,
    planOf('site', 'audience', 'siteId'),
  ],
};

/** @returns null where no roll-up counts these together. */
export function findPlan(side: Side, needed: readonly Part[]): ReadingPlan | null {
  return (
    plans[side].find(({ parts, ownerPart }) =>
      needed.every((part) => parts.includes(part) || part === ownerPart),
    ) ?? null
  );
}
