import type { LabelsRule } from '../rule';
import { creativeLabels } from '../terms';

/** The MIME types that the placement takes. @see OpenRTB 2.6 §3.2.6 `mimes` */
export const mimeTypes = {
  kind: 'labels',
  nonBidReason: 'incorrectFormat',
  statusCode: 353,
  terms: creativeLabels,
  ask: ({ imp }) => imp.mimes && { requires: [['mime', imp.mimes]] },
  explain: ({ mime }) => `mime ${mime}`,
} as const satisfies LabelsRule;
