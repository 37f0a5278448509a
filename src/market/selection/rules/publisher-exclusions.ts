import { findShared, valuesIn, refused } from '../clauses';
import type { LabelsRule } from '../rule';
import { creativeLabels } from '../terms';
import { assertPresent } from '../../../present';

/** The publisher excludes creatives by their labels. @see OpenRTB 2.6 §3.2.1 `bcat` */
export const publisherExclusions = {
  kind: 'labels',
  nonBidReason: 'categoryExclusion',
  statusCode: 357,
  terms: creativeLabels,
  ask: ({ context: { publisherFilter } }) =>
    publisherFilter.excludes.size === 0 ? undefined : { excludes: publisherFilter.excludes },
  explain: (candidate, { context }) => {
    const labels = valuesIn(new Map(creativeLabels(candidate)));
    const shared = assertPresent(findShared(context.publisherFilter.excludes, labels), refused);
    return `is ${shared.key} ${shared.value}`;
  },
} as const satisfies LabelsRule;
