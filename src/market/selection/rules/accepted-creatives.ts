import type { IdsRule } from '../rule';
import { creativeId } from '../terms';

/** A site may show only creatives that its publisher accepted. */
export const acceptedCreatives = {
  kind: 'ids',
  nonBidReason: 'creativeNotAccepted',
  statusCode: 506,
  terms: creativeId,
  ask: ({ context }) => ({ among: context.acceptedCreativeIds }),
  explain: (candidate) => `creative ${candidate.creativeId}`,
} as const satisfies IdsRule;
