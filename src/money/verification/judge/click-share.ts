import type { ActivityCounts, EventFacts, JudgedEvent } from './event-rule';

/** So many clicks are no habit yet, whatever their share. */
const leastClicks: ActivityCounts = { visitor: 3, network: 5, pair: 5, site: 20 };

/** Says that a click would be one of more, among the views of its scope and hour, than people click on. */
export function isClickTooMuch(
  { kind }: Pick<JudgedEvent, 'kind'>,
  { cases, clicks, limits, isLocal }: EventFacts,
  scope: keyof ActivityCounts,
): boolean {
  const percent = limits.clickShares[scope];
  if (kind !== 'click' || isLocal || percent === 0) return false;
  const next = clicks[scope] + 1;
  return next > leastClicks[scope] && next * 100 > cases[scope] * percent;
}

/** Says that a view is of a visitor who has clicked on more of the hour’s views, this one among them, than people do. */
export function isOfClicker(
  { kind }: Pick<JudgedEvent, 'kind'>,
  { cases, clicks, limits, isLocal }: EventFacts,
): boolean {
  const percent = limits.clickShares.visitor;
  if (kind !== 'impression' || isLocal || percent === 0) return false;
  const next = cases.visitor + 1;
  return clicks.visitor > leastClicks.visitor && clicks.visitor * 100 > next * percent;
}
