import type { ActivityCounts, EventFacts, JudgedEvent } from './event-rule';

/** Clicks that each scope may have in an hour, whatever their share of its views. */
const leastClicks: ActivityCounts = { visitor: 3, network: 5, pair: 5, site: 20 };

/** Says that with this click a scope has more clicks in the hour, for its views, than people make. */
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

/** Says that the visitor of a view has clicked on more of the hour’s views, this view included, than people do. */
export function isOfClicker(
  { kind }: Pick<JudgedEvent, 'kind'>,
  { cases, clicks, limits, isLocal }: EventFacts,
): boolean {
  const percent = limits.clickShares.visitor;
  if (kind !== 'impression' || isLocal || percent === 0) return false;
  const next = cases.visitor + 1;
  return clicks.visitor > leastClicks.visitor && clicks.visitor * 100 > next * percent;
}
