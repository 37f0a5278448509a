import type { LabelsRule } from '../rule';
import { creativeLabels } from '../terms';

/** The MIME types that the placement takes, and those that it must name to get. @see OpenRTB 2.6 §3.2.6 `mimes` */
export const mimeTypes = {
  kind: 'labels',
  nonBidReason: 'incorrectFormat',
  statusCode: 353,
  terms: creativeLabels,
  ask: ({ imp: { mimes }, context: { unaskedMimes } }) => {
    if (mimes) return { requires: [['mime', mimes]] };
    return unaskedMimes && { excludes: [['mime', unaskedMimes]] };
  },
  explain: ({ mime }) => `mime ${mime}`,
} as const satisfies LabelsRule;
