import { findUnmet, valuesIn, withValues, refused } from '../clauses';
import type { Clauses, LabelsRule } from '../rule';
import { creativeLabels } from '../terms';
import type { PublisherFilter } from '../types';
import { assertPresent } from '../../../present';

/** The publisher requires labels of creatives. */
export const publisherRequirements = {
  kind: 'labels',
  nonBidReason: 'categoryExclusion',
  statusCode: 357,
  terms: creativeLabels,
  ask: ({ context: { publisherFilter } }) =>
    isEmpty(publisherFilter) ? undefined : { requires: requiredLabels(publisherFilter) },
  explain: (candidate, { context }) => {
    const labels = valuesIn(new Map(creativeLabels(candidate)));
    const unmet = assertPresent(
      findUnmet(requiredLabels(context.publisherFilter), labels),
      refused,
    );
    return `lacks ${unmet.key} ${unmet.values.join(', ')}`;
  },
} as const satisfies LabelsRule;

function isEmpty({ requires, excludes }: PublisherFilter): boolean {
  return requires.size === 0 && excludes.size === 0;
}

/** The filter's own clauses, and for each classifier that it names anywhere, that this one has seen the creative. */
function requiredLabels({ requires, excludes }: PublisherFilter): Clauses {
  const required = [...withValues(requires)];
  const classifiers = new Set(
    [...required, ...withValues(excludes)]
      .filter(([key]) => key.includes(':'))
      .map(([key]) => key.slice(0, key.indexOf(':'))),
  );
  return [...required, ...[...classifiers].map((name) => [`${name}:classified`, ['1']] as const)];
}
