import type { IdsRule } from '../rule';

/** Advertisers that the publisher blocked. @see docs/http-api.md */
export const blockedAdvertisers = {
  kind: 'ids',
  nonBidReason: 'advertiserExclusion',
  statusCode: 355,
  terms: ({ advertiserId }) => advertiserId,
  ask: ({ context }) => ({ notAmong: context.blockedAdvertiserIds }),
  explain: () => 'is of an advertiser that the site blocks',
} as const satisfies IdsRule;
