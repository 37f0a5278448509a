import { findUnmet, valuesIn, withValues, refused } from '../clauses';
import type { ClausesRule } from '../rule';
import { features, requirements } from '../terms';
import { assertPresent } from '../../../present';

/** The campaign requires features of page and visitor. A feature that is not known counts as absent. */
export const campaignRequirements = {
  kind: 'clauses',
  nonBidReason: 'requirementNotMet',
  statusCode: 507,
  terms: requirements,
  ask: features,
  explain: ({ requires }, input) => {
    const unmet = assertPresent(
      findUnmet(withValues(requires), valuesIn(...features(input))),
      refused,
    );
    return `${unmet.key} ${unmet.values.join(', ')}`;
  },
} as const satisfies ClausesRule;
