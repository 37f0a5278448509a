import type { IdsRule } from '../rule';
import { creativeId } from '../terms';

/** Creatives that the publisher rejected. */
export const blockedCreatives = {
  kind: 'ids',
  nonBidReason: 'creativeBlocked',
  statusCode: 350,
  terms: creativeId,
  ask: ({ context }) => ({ notAmong: context.blockedCreativeIds }),
  explain: (candidate) => `creative ${candidate.creativeId}`,
} as const satisfies IdsRule;
