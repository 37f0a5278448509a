import { bidOf } from '../ranking/rank';
import type { AtLeastRule } from '../rule';
import { bid } from '../terms';

/** The least price of the placement, else of the site, for every campaign, direct deals among them. @see OpenRTB 2.6 §3.2.4 `bidfloor` */
export const bidFloor = {
  kind: 'atLeast',
  nonBidReason: 'belowFloor',
  statusCode: 301,
  terms: bid,
  ask: ({ imp }) => (imp.bidFloor === undefined ? undefined : bidOf(imp.bidFloor)),
  explain: ({ effectiveRpm }) => `rpm ${effectiveRpm}`,
} as const satisfies AtLeastRule;
