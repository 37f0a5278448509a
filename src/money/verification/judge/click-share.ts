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

/**
 * Says that the visitor of a view, or its network on sites of its publisher, has clicked on more of the hour’s views, this view
 * included, than a person does.
 */
export function isOfClicker(
  { kind }: Pick<JudgedEvent, 'kind'>,
  { cases, clicks, limits, isLocal }: EventFacts,
  scope: 'visitor' | 'pair',
): boolean {
  const { visitor, [scope]: own } = limits.clickShares;
  if (kind !== 'impression' || isLocal || visitor === 0 || own === 0) return false;
  const percent = Math.max(visitor, own);
  return clicks[scope] > leastClicks[scope] && clicks[scope] * 100 > (cases[scope] + 1) * percent;
}
