import { isTooSoon } from '../../../market/events/offer-lifetime';
import type { EventFacts, EventRule, JudgedEvent } from '../judge/event-rule';

/** Clocks of gateways differ by less. */
const skewMs = 2_000;

export const impossibleTiming: EventRule = {
  reason: 'impossible_timing',
  description:
    'A click before its view; or on the web a view or click sooner after its offer than people look, or a click in the moment of its view.',
  // Nothing was offered to other servers’ sites, and their redirects may overtake each other.
  refusesEvent: (event, facts) =>
    event.peer === undefined &&
    (isTooSoon(event, facts.limits.leastViewMs) ||
      isBeforeView(event, facts) ||
      isAtView(event, facts)),
};

function isBeforeView(
  { kind, occurredAt, demandServer }: JudgedEvent,
  { view }: EventFacts,
): boolean {
  if (kind !== 'click' || view === null) return false;
  // Another server has taken such a click for none. @see docs/peers.md §9
  const behindMs = demandServer === undefined ? skewMs : 0;
  return occurredAt.getTime() + behindMs < view.occurredAt.getTime();
}

/**
 * Says that a program has sent click and view at once. A click may come before its view, so both sides count: else a
 * program would send the click first.
 */
function isAtView(
  { kind, occurredAt, isWeb = false, isMeasured = false }: JudgedEvent,
  { view, limits }: EventFacts,
): boolean {
  if (kind !== 'click' || view === null || !isWeb || isMeasured) return false;
  return Math.abs(occurredAt.getTime() - view.occurredAt.getTime()) < limits.leastClickMs;
}
