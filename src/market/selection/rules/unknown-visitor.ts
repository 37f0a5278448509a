import type { LabelsAsk, LabelsRule } from '../rule';
import { creativeLabels, knownVisitor, visitorLabel } from '../terms';

const unknown: LabelsAsk = { excludes: [[visitorLabel, [knownVisitor]]] };

/** Views of an unknown visitor cannot be counted: some campaigns with caps are shown to known visitors alone. @see docs/contract.md §4 */
export const unknownVisitor = {
  kind: 'labels',
  nonBidReason: 'visitorUnknown',
  statusCode: 518,
  terms: creativeLabels,
  ask: ({ context }) => (context.isUnknownVisitor === true ? unknown : undefined),
  explain: () => 'is shown to known visitors alone',
} as const satisfies LabelsRule;
