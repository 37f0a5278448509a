import type { DatabaseSession } from '../../../platform/database/transaction';
import { type Circumstances, circumstancesOf, type Fact, firstViewFactOf } from '../facts/fact';
import type { StatisticsContext } from '../statistics.context';
import {
  type FirstViewChange,
  FirstViewDays,
  firstKindOf,
  type TrackedView,
} from './first-view-days';
import { dayOf, type FirstViews, type ViewPlace, visitorDayIdOf } from './visitor-day.store';
import { assertPresent } from '../../../present';

/** The changes that facts make to the first views of visitors. */
export interface FirstViewChanges {
  /** Views that became, or are no longer, a visitor’s first. */
  readonly uniques: readonly Fact[];
  readonly firsts: ReadonlyMap<string, FirstViews>;
  readonly knownIds: ReadonlySet<string>;
}

/**
 * Finds out which views are no longer, and which have become, a visitor's first accepted one of a day (UTC): the
 * earliest, of one moment that with the smaller id. It changes nothing.
 *
 * A first view that is taken back gives way to the first of those that the database has as accepted by now. What is
 * counted of these later finds itself in its place, and changes nothing.
 */
export async function listFirstViewChanges(
  ctx: StatisticsContext,
  facts: readonly Fact[],
  session: DatabaseSession,
): Promise<FirstViewChanges> {
  const { added, removed } = changedViewsOf(facts);
  const ids = new Set(
    [...added, ...removed].map(({ trackingId, at }) => visitorDayIdOf(trackingId, at)),
  );
  const known = await ctx.visitorDays.list([...ids], session);
  const days = new FirstViewDays(known);
  const left = days.remove(removed);
  for (const view of await listRivals(ctx, left, session)) days.add(view);
  for (const view of added) days.add(view);
  return {
    uniques: await toFirstViewFacts(ctx, [...days.changes()], [...added, ...removed], session),
    firsts: days.changedFirsts(),
    knownIds: new Set(known.keys()),
  };
}

/** Says that a fact may change a visitor's first views. */
export const isTrackedView = (fact: Fact): fact is Fact & TrackedView =>
  fact.kind === 'impression' && fact.outcome === 'accepted' && fact.trackingId !== null;

/** Accepted views that tracked visitors have gained on the whole, and those that were taken back, for good or not. */
function changedViewsOf(facts: readonly Fact[]) {
  const changed = new Map<string, { view: TrackedView; count: number; isTakenBack: boolean }>();
  for (const fact of facts) {
    const { id, sign } = fact;
    if (!isTrackedView(fact)) continue;
    let known = changed.get(id);
    if (!known) changed.set(id, (known = { view: fact, count: 0, isTakenBack: false }));
    known.count += sign;
    known.isTakenBack ||= sign < 0;
  }
  const views = [...changed.values()];
  return {
    added: views.filter(({ count }) => count > 0).map(({ view }) => view),
    // Even one that came and went: it may be first already, in the place of another.
    removed: views.filter(({ isTakenBack }) => isTakenBack).map(({ view }) => view),
  };
}

/** Views that may take the place of first ones that were taken back. */
async function listRivals(
  ctx: StatisticsContext,
  removed: readonly TrackedView[],
  session: DatabaseSession,
): Promise<readonly TrackedView[]> {
  const ofDays: (readonly TrackedView[])[] = [];
  for (const [day, views] of Map.groupBy(removed, ({ at }) => dayOf(at))) {
    const visitors = new Set(views.map(({ trackingId }) => trackingId));
    ofDays.push(await listDayViews(ctx, [...visitors], day, session));
  }
  return ofDays.flat();
}

/** Accepted views of some visitors on a day, as the database has them by now. */
export async function listDayViews(
  { countableEvents }: StatisticsContext,
  trackingIds: readonly string[],
  day: number,
  session: DatabaseSession,
): Promise<readonly TrackedView[]> {
  const found = await countableEvents.listAcceptedViews(trackingIds, day, session);
  return found.map((event) => ({
    ...circumstancesOf(event),
    id: event.id,
    trackingId: assertPresent(event.trackingId, 'the views were found by their tracking ids'),
  }));
}

/** @param views those that are known; others are looked up, and left out when they are not there any more */
export async function toFirstViewFacts(
  { countableEvents }: StatisticsContext,
  changes: readonly FirstViewChange[],
  views: readonly TrackedView[],
  session: DatabaseSession,
): Promise<readonly Fact[]> {
  const places = new Map<string, Circumstances>(views.map((view) => [view.id, view]));
  const unknown = new Set(
    changes.flatMap(([before, now]) => [before?.[1], now?.[1]]).filter((id) => id !== undefined),
  );
  for (const id of places.keys()) unknown.delete(id);
  for (const event of await countableEvents.listByIds([...unknown], session))
    places.set(event.id, circumstancesOf(event));
  return changes.flatMap(([before, now, key]) => {
    const kind = firstKindOf(key);
    const changeAt = (view: ViewPlace | undefined, sign: 1 | -1): Fact[] => {
      const place = view && places.get(view[1]);
      return place ? [firstViewFactOf(place, kind, sign)] : [];
    };
    return [...changeAt(before, -1), ...changeAt(now, 1)];
  });
}
