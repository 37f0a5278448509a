import type { BucketRule } from '../rule';

/** Where the creative is to be shown: on web pages, in a metaverse … */
export const medium = {
  kind: 'bucket',
  nonBidReason: 'unsupportedChannel',
  statusCode: 201,
  terms: (candidate) => candidate.medium,
  ask: ({ context }) => ({ values: [context.medium], box: null }),
  explain: (candidate) => `medium ${candidate.medium}`,
} as const satisfies BucketRule;
