import { rpmIn } from '../bid-modifiers';
import { bidOf } from '../ranking/rank';
import type { FloorRule, SelectionInput } from '../rule';
import { mostBid } from '../terms';
import type { Candidate } from '../types';

/** The least price of the placement, else of the site, for every campaign, direct deals among them. @see OpenRTB 2.6 §3.2.4 `bidfloor` */
export const bidFloor = {
  kind: 'floor',
  nonBidReason: 'belowFloor',
  statusCode: 301,
  terms: mostBid,
  ask: (input) => {
    const floor = askedFloor(input);
    return floor === undefined ? undefined : bidOf(floor);
  },
  explain: (candidate, input) => `rpm ${rpmText(candidate, input)}, floor ${askedFloor(input)}`,
} as const satisfies FloorRule;

/** USD per 1000 impressions; undefined: anything. */
export const askedFloor = ({
  imp,
  context,
}: Pick<SelectionInput, 'imp' | 'context'>): number | undefined => imp.bidFloor ?? context.bidFloor;

/** A bid that modifiers have changed says so. */
function rpmText(candidate: Candidate, { context }: SelectionInput): string {
  const { effectiveRpm } = candidate;
  const rpm = rpmIn(candidate, context);
  return rpm === effectiveRpm ? `${rpm}` : `${rpm} (${effectiveRpm} by its bid modifiers)`;
}
