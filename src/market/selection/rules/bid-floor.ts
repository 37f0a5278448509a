import { bidOf } from '../ranking/rank';
import type { AtLeastRule, SelectionInput } from '../rule';
import { bid } from '../terms';

/** The least price of the placement, else of the site, for every campaign, direct deals among them. @see OpenRTB 2.6 §3.2.4 `bidfloor` */
export const bidFloor = {
  kind: 'atLeast',
  nonBidReason: 'belowFloor',
  statusCode: 301,
  terms: bid,
  ask: (input) => {
    const floor = floorOf(input);
    return floor === undefined ? undefined : bidOf(floor);
  },
  explain: ({ effectiveRpm }, input) => `rpm ${effectiveRpm}, floor ${floorOf(input)}`,
} as const satisfies AtLeastRule;

const floorOf = ({ imp, context }: SelectionInput): number | undefined =>
  imp.bidFloor ?? context.bidFloor;
