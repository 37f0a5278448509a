import type { LabelsRule } from '../rule';
import { creativeLabels } from '../terms';

/** The creative types that the placement takes. */
export const allowedTypes = {
  kind: 'labels',
  nonBidReason: 'incorrectFormat',
  statusCode: 353,
  terms: creativeLabels,
  ask: ({ imp }) => imp.types && { requires: [['type', imp.types]] },
  explain: ({ type }) => `type ${type}`,
} as const satisfies LabelsRule;
