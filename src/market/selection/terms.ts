import { bidOf } from './ranking/rank';
import type { Clauses, SelectionInput } from './rule';
import type { Candidate, Targeting } from './types';

// Functions that several rules, or a rule and the index, share: as it is the very same function, they mean the same.

/** The index arranges candidates by it: a rule of kind `atLeast` costs nothing. */
export const bid = ({ effectiveRpm }: Candidate): number => bidOf(effectiveRpm);

/** The index finds candidates by it: a few ids that a request wants are looked up. */
export const creativeId = ({ creativeId }: Candidate): string => creativeId;

/** The index keeps one bit for campaigns that are not eligible. */
export const campaignId = ({ campaignId }: Candidate): string => campaignId;

/** The campaign's requirements of page and visitor. */
export const requirements = ({ requires }: Candidate): Targeting => requires;

/** The labels that publishers choose creatives by: type, MIME type and the findings of classifiers. */
export function creativeLabels({ type, mime, keywords }: Candidate): Clauses {
  const own = [
    ['type', [type]],
    ['mime', [mime]],
  ] as const;
  if (keywords.size === 0) return own;
  // A creative's type and mime are its own, whatever a classifier calls so.
  return [...own, ...[...keywords].filter(([key]) => key !== 'type' && key !== 'mime')];
}

/** The features of page, visitor and placement. */
export function features({ imp, context }: SelectionInput): readonly Targeting[] {
  return imp.features ? [context.features, imp.features] : [context.features];
}
