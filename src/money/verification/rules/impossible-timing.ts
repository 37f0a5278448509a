import type { EventFacts, EventRule, JudgedEvent } from '../judge/event-rule';

/** Clocks of gateways differ by less. */
const skewMs = 2_000;

export const impossibleTiming: EventRule = {
  reason: 'impossible_timing',
  description:
    'A click before its view, or a view or click on the web sooner after its offer than people look.',
  // Nothing was offered to other servers’ sites, and their redirects may overtake each other.
  refusesEvent: (event, facts) =>
    event.peer === undefined && (isTooSoon(event, facts) || isBeforeView(event, facts)),
};

/** A tag that says how long the ad was seen has waited for longer. */
function isTooSoon(event: JudgedEvent, { limits: { leastViewMs } }: EventFacts): boolean {
  const { occurredAt, offeredAt, isWeb = false, isMeasured = false } = event;
  if (!isWeb || isMeasured || leastViewMs === 0) return false;
  return occurredAt.getTime() - offeredAt.getTime() < leastViewMs;
}

function isBeforeView(
  { kind, occurredAt, demandServer }: JudgedEvent,
  { view }: EventFacts,
): boolean {
  if (kind !== 'click' || view === null) return false;
  // Another server has taken such a click for none. @see docs/peers.md §9
  const behindMs = demandServer === undefined ? skewMs : 0;
  return occurredAt.getTime() + behindMs < view.occurredAt.getTime();
}
