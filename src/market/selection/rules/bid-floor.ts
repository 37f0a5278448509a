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
    const floor = askedFloor(input);
    return floor === undefined ? undefined : bidOf(floor);
  },
  explain: ({ effectiveRpm }, input) => `rpm ${effectiveRpm}, floor ${askedFloor(input)}`,
} as const satisfies AtLeastRule;

/** USD per 1000 impressions; undefined: anything. */
export const askedFloor = ({
  imp,
  context,
}: Pick<SelectionInput, 'imp' | 'context'>): number | undefined => imp.bidFloor ?? context.bidFloor;
