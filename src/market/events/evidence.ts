import type { Offer } from './event-token';

/** The things that the tag has measured of an event, as it tells them with the offer's own token. */
export interface Evidence {
  /** Of a view: milliseconds without a break for which enough of the ad was on the screen; null: not told. */
  readonly seenMs: number | null;
  /** Of a click: a press of the visitor's made it. */
  readonly isPressed: boolean;
}

export const noEvidence: Evidence = { seenMs: null, isPressed: false };

/** Half of an ad for a second is a viewable impression, in MRC's terms. */
const leastSeenMs = 1_000;
/** Clocks of gateways differ by less, and offers have quarters of seconds. */
const skewMs = 500;

/**
 * Says that the evidence is of a viewable impression or a pressed click, and can be true: nobody has seen an ad for longer
 * than it was offered.
 *
 * @see docs/tag.md "Evidence"
 */
export function isMeasuredBy(
  { seenMs, isPressed }: Evidence,
  { offeredAt }: Pick<Offer, 'offeredAt'>,
  occurredAt: Date,
): boolean {
  const sinceOfferMs = occurredAt.getTime() - offeredAt * 1000;
  if (isPressed) return sinceOfferMs >= 0 - skewMs;
  return seenMs !== null && seenMs >= leastSeenMs && seenMs <= sinceOfferMs + skewMs;
}
