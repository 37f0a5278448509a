import type { LabelsAsk, LabelsRule } from '../rule';
import { creativeLabels, requiredViewability, viewabilityLabel } from '../terms';

const unmeasured: LabelsAsk = { excludes: [[viewabilityLabel, [requiredViewability]]] };

/** Nobody shows an ad for nothing: one that is paid where it was measured alone is shown by the tag. @see docs/contract.md §4 */
export const viewability = {
  kind: 'labels',
  nonBidReason: 'notMeasured',
  statusCode: 511,
  terms: creativeLabels,
  ask: ({ context }) => (context.isUnmeasured === true ? unmeasured : undefined),
  explain: () => 'pays for measured views alone',
} as const satisfies LabelsRule;
