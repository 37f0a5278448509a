import type { IdsRule } from '../rule';

/** Landing domains that the publisher blocked. @see OpenRTB 2.6 §3.2.1 `badv` */
export const blockedDomains = {
  kind: 'ids',
  nonBidReason: 'advertiserExclusion',
  statusCode: 355,
  terms: ({ landingHost }) => landingHost,
  ask: ({ context }) => ({ notAmong: context.blockedDomains }),
  explain: ({ landingHost }) => `leads to ${landingHost}`,
} as const satisfies IdsRule;
