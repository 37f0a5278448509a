import type { DatabaseSession } from '../../platform/database/transaction';
import { type Circumstances, circumstancesOf, type Fact } from './fact';
import type { StatisticsContext } from './statistics.context';
import { dayOf, type FirstViews, type ViewPlace, visitorDayIdOf } from './visitor-day.store';

/** A view that became, or is no longer, a visitor's first of the day for its campaign or on its site. */
export interface UniqueChange extends Circumstances {
  readonly of: 'uniqueViews' | 'uniqueSiteViews';
  readonly sign: 1 | -1;
}

/** What facts do to the first views of visitors. */
export interface FirstViewChanges {
  readonly uniques: readonly UniqueChange[];
  readonly firsts: ReadonlyMap<string, FirstViews>;
  readonly knownIds: ReadonlySet<string>;
}

type View = Circumstances & { readonly id: string };
type TrackedView = View & { readonly trackingId: string };

const scopes = [
  { of: 'uniqueViews', keyOf: ({ campaignId }: View) => `c${campaignId}` },
  { of: 'uniqueSiteViews', keyOf: ({ siteId }: View) => `s${siteId}` },
] as const;

/**
 * Finds out which views are no longer, and which have become, a visitor's first accepted one of a day (UTC): the
 * earliest, of one moment that with the smaller id. It changes nothing.
 *
 * A first view that is taken back gives way to the first of those that the database has as accepted by now. What is
 * counted of these later finds itself in its place, and changes nothing.
 */
export async function findFirstViewChanges(
  ctx: StatisticsContext,
  facts: readonly Fact[],
  session: DatabaseSession,
): Promise<FirstViewChanges> {
  const { added, removed } = changedViewsOf(facts);
  const ids = new Set(
    [...added, ...removed].map((view) => visitorDayIdOf(view.trackingId, view.at)),
  );
  const known = await ctx.visitorDays.list([...ids], session);
  const days = new FirstViewDays(known);
  const left = days.remove(removed);
  for (const view of await listRivals(ctx, left, session)) days.add(view);
  for (const view of added) days.add(view);
  return {
    uniques: await toUniqueChanges(ctx, days, [...added, ...removed], session),
    firsts: days.changedFirsts(),
    knownIds: new Set(known.keys()),
  };
}

/** Accepted views that tracked visitors have gained on the whole, and those that were taken back, for good or not. */
function changedViewsOf(facts: readonly Fact[]) {
  const changed = new Map<string, { view: TrackedView; count: number; isTakenBack: boolean }>();
  for (const fact of facts) {
    const { kind, outcome, trackingId, id, sign } = fact;
    if (kind !== 'impression' || outcome !== 'accepted' || trackingId === null) continue;
    const known = changed.get(id) ?? {
      view: { ...fact, trackingId },
      count: 0,
      isTakenBack: false,
    };
    const isTakenBack = known.isTakenBack || sign < 0;
    changed.set(id, { view: known.view, count: known.count + sign, isTakenBack });
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
  { countableEvents }: StatisticsContext,
  removed: readonly TrackedView[],
  session: DatabaseSession,
): Promise<readonly TrackedView[]> {
  const rivals: TrackedView[] = [];
  for (const [day, views] of Map.groupBy(removed, ({ at }) => dayOf(at))) {
    const visitors = new Set(views.map(({ trackingId }) => trackingId));
    const found = await countableEvents.listAcceptedViews([...visitors], day, session);
    for (const event of found)
      rivals.push({ ...circumstancesOf(event), id: event.id, trackingId: event.trackingId! });
  }
  return rivals;
}

const isBefore = ([at, id]: ViewPlace, [otherAt, otherId]: ViewPlace) =>
  at < otherAt || (at === otherAt && id < otherId);

/** First views of some visitors' days, as they were and as they become. */
class FirstViewDays {
  private readonly firsts = new Map<string, Map<string, ViewPlace>>();

  constructor(private readonly known: ReadonlyMap<string, FirstViews>) {
    for (const [id, firsts] of known) this.firsts.set(id, new Map(Object.entries(firsts)));
  }

  /** @returns those that were first. */
  remove(views: readonly TrackedView[]): readonly TrackedView[] {
    return views.filter((view) => {
      const firsts = this.firstsOf(view);
      const lost = scopes.filter(({ keyOf }) => firsts.get(keyOf(view))?.[1] === view.id);
      for (const { keyOf } of lost) firsts.delete(keyOf(view));
      return lost.length > 0;
    });
  }

  add(view: TrackedView): void {
    const firsts = this.firstsOf(view);
    const place: ViewPlace = [view.at, view.id];
    for (const { keyOf } of scopes) {
      const first = firsts.get(keyOf(view));
      if (!first || isBefore(place, first)) firsts.set(keyOf(view), place);
    }
  }

  /** Every key whose first view is another one: that of before and that of now. */
  *changes(): Generator<
    readonly [before: ViewPlace | undefined, now: ViewPlace | undefined, key: string]
  > {
    for (const [id, firsts] of this.firsts) {
      const before = this.known.get(id) ?? {};
      for (const key of new Set([...Object.keys(before), ...firsts.keys()])) {
        const [old, now] = [before[key], firsts.get(key)];
        if (old?.[1] !== now?.[1]) yield [old, now, key];
      }
    }
  }

  changedFirsts(): ReadonlyMap<string, FirstViews> {
    const isSame = (id: string, firsts: ReadonlyMap<string, ViewPlace>) => {
      const before = this.known.get(id) ?? {};
      return (
        Object.keys(before).length === firsts.size &&
        [...firsts].every(([key, [, view]]) => before[key]?.[1] === view)
      );
    };
    return new Map(
      [...this.firsts]
        .filter(([id, firsts]) => !isSame(id, firsts))
        .map(([id, firsts]) => [id, Object.fromEntries(firsts)]),
    );
  }

  private firstsOf({ trackingId, at }: TrackedView): Map<string, ViewPlace> {
    const id = visitorDayIdOf(trackingId, at);
    let firsts = this.firsts.get(id);
    if (!firsts) this.firsts.set(id, (firsts = new Map<string, ViewPlace>()));
    return firsts;
  }
}

async function toUniqueChanges(
  { countableEvents }: StatisticsContext,
  days: FirstViewDays,
  views: readonly TrackedView[],
  session: DatabaseSession,
): Promise<readonly UniqueChange[]> {
  const changes = [...days.changes()];
  const places = new Map<string, Circumstances>(views.map((view) => [view.id, view]));
  const unknown = new Set(
    changes.flatMap(([before, now]) => [before?.[1], now?.[1]]).filter((id) => id !== undefined),
  );
  for (const id of places.keys()) unknown.delete(id);
  for (const event of await countableEvents.listByIds([...unknown], session))
    places.set(event.id, circumstancesOf(event));
  return changes.flatMap(([before, now, key]) => {
    const of = key.startsWith('c') ? 'uniqueViews' : 'uniqueSiteViews';
    const changeAt = (view: ViewPlace | undefined, sign: 1 | -1): UniqueChange[] => {
      const place = view && places.get(view[1]);
      return place ? [{ ...place, of, sign }] : [];
    };
    return [...changeAt(before, -1), ...changeAt(now, 1)];
  });
}
