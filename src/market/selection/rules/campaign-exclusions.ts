import { findShared, valuesIn } from '../clauses';
import type { ExclusionsRule } from '../rule';
import { features } from '../terms';

/** The campaign excludes features of page and visitor. */
export const campaignExclusions = {
  kind: 'exclusions',
  nonBidReason: 'exclusionMet',
  statusCode: 508,
  terms: ({ excludes }) => excludes,
  ask: features,
  explain: ({ excludes }, input) => {
    const shared = findShared(excludes, valuesIn(...features(input)))!;
    return `${shared.key} ${shared.value}`;
  },
} as const satisfies ExclusionsRule;
