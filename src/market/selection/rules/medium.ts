import type { BucketRule } from '../rule';

/** A creative is for one medium: web pages, a metaverse … */
export const medium = {
  kind: 'bucket',
  nonBidReason: 'unsupportedChannel',
  statusCode: 201,
  terms: (candidate) => candidate.medium,
  ask: ({ context }) => ({ values: [context.medium], box: null }),
  explain: (candidate) => `medium ${candidate.medium}`,
} as const satisfies BucketRule;
