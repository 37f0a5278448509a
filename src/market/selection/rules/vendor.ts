import type { BucketRule } from '../rule';

/** A campaign may be for one vendor of the medium; one without a vendor fits all of them. */
export const vendor = {
  kind: 'bucket',
  nonBidReason: 'vendorNotAllowed',
  statusCode: 501,
  terms: (candidate) => candidate.vendor,
  ask: ({ context }) => ({ values: context.vendor === null ? [] : [context.vendor], box: null }),
  explain: (candidate) => `vendor ${candidate.vendor}`,
} as const satisfies BucketRule;
