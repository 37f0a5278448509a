/** How long after its offer an event is still taken. */
export const maxAgeSeconds = 24 * 60 * 60;
/** Most minutes for which an offer may be good for its view. */
export const longestOfferMinutes = 60;
/** How long after another server’s view the page of the view may run. */
export const pageRunMs = 10 * 60 * 1000;
/** How far the clocks of two gateways may differ. */
export const maxSkewSeconds = 5 * 60;

interface TimedEvent {
  readonly occurredAt: Date;
  readonly offeredAt: Date;
  readonly isWeb?: boolean;
  readonly isMeasured?: boolean;
}

/**
 * Says that an event on the web came sooner after its offer than people look. A tag that says how long the ad was seen has
 * waited for longer.
 *
 * @param leastMs 0: no event comes too soon
 */
export function isTooSoon(
  { occurredAt, offeredAt, isWeb = false, isMeasured = false }: TimedEvent,
  leastMs: number,
): boolean {
  if (!isWeb || isMeasured || leastMs === 0) return false;
  return occurredAt.getTime() - offeredAt.getTime() < leastMs;
}
