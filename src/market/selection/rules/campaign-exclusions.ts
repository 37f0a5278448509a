import { findShared, valuesIn, refused } from '../clauses';
import type { ExclusionsRule } from '../rule';
import { features } from '../terms';
import { assertPresent } from '../../../present';

/** The campaign excludes features of page and visitor. */
export const campaignExclusions = {
  kind: 'exclusions',
  nonBidReason: 'exclusionMet',
  statusCode: 508,
  terms: ({ excludes }) => excludes,
  ask: features,
  explain: ({ excludes }, input) => {
    const shared = assertPresent(findShared(excludes, valuesIn(...features(input))), refused);
    return `${shared.key} ${shared.value}`;
  },
} as const satisfies ExclusionsRule;
