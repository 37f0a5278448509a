import type { CapPeriod } from '../../demand/campaigns/frequency-caps';
import { hourMs } from '../../time';

/** The views of one campaign by one visitor, and the offers that may still become views. */
export interface ViewCount {
  /** The latest hour that was counted in: hours since 1970 by the clock of the campaign's time zone. */
  readonly hour: number;
  /** Views in that hour, and in the day, the week and the life that it belongs to; at most 65,535. */
  readonly inHour: number;
  readonly inDay: number;
  readonly inWeek: number;
  readonly inLife: number;
  /** Offers without a view. Below 0: their views came here before they did. */
  readonly open: number;
  /** Unix seconds of the latest offer. */
  readonly openedAt: number;
}

/** A visitor was offered the campaign. */
export interface NotedOffer {
  readonly kind: 'offer';
  /** Unix seconds. */
  readonly at: number;
}

/** A visitor has seen the campaign. */
export interface NotedView {
  readonly kind: 'view';
  /** As `ViewCount.hour`. */
  readonly hour: number;
  /** Unix seconds of its offer; null: the offer had run out before. */
  readonly offeredAt: number | null;
}

/** A visitor has seen a campaign that has no caps: nobody counts its offers. */
export interface NotedUncappedView {
  readonly kind: 'uncappedView';
  /** As `ViewCount.hour`; of UTC where the campaign is not for sale. */
  readonly hour: number;
}

export type NotedChange = NotedOffer | NotedView | NotedUncappedView;

export const noViews: ViewCount = {
  hour: 0,
  inHour: 0,
  inDay: 0,
  inWeek: 0,
  inLife: 0,
  open: 0,
  openedAt: 0,
};

const hoursOfDay = 24;
const daysOfWeek = 7;
const mostViews = 0xffff;
/** No more offers are counted: those beyond would not be known. */
export const mostOpen = 127;
/** The first of January 1970 was a Thursday: the Monday of its week stood three days before. */
const daysSinceMonday = 3;

const dayOf = (hour: number) => Math.floor(hour / hoursOfDay);
const weekOf = (hour: number) => Math.floor((dayOf(hour) + daysSinceMonday) / daysOfWeek);

/** The views in the period that an hour belongs to. */
export function viewsIn(count: ViewCount, per: CapPeriod, hour: number): number {
  switch (per) {
    case 'hour':
      return count.hour === hour ? count.inHour : 0;
    case 'day':
      return dayOf(count.hour) === dayOf(hour) ? count.inDay : 0;
    case 'week':
      return weekOf(count.hour) === weekOf(hour) ? count.inWeek : 0;
    case 'life':
      return count.inLife;
  }
}

/** Offers that may still become views. @param lifeSeconds for so long an offer is good for its view */
export function openOffers({ open, openedAt }: ViewCount, at: number, lifeSeconds: number): number {
  return open > 0 && at - openedAt <= lifeSeconds ? open : 0;
}

/** Processes tell each other late: changes are taken in any order. */
export function changed(count: ViewCount, change: NotedChange, lifeSeconds: number): ViewCount {
  switch (change.kind) {
    case 'offer':
      return withOffer(count, change, lifeSeconds);
    case 'view':
      return withView(count, ofKnownOffer(count, change, lifeSeconds));
    case 'uncappedView':
      return withView(count, { ...change, kind: 'view', offeredAt: null });
  }
}

function withOffer(count: ViewCount, { at }: NotedOffer, lifeSeconds: number): ViewCount {
  // Those before have run out: what was not seen of them will not be seen.
  const before = at - count.openedAt > lifeSeconds ? 0 : count.open;
  return {
    ...count,
    open: Math.min(before + 1, mostOpen),
    openedAt: Math.max(count.openedAt, at),
  };
}

/** An offer that is so much older than another one has run out, and was left out when that one was counted. */
function ofKnownOffer({ openedAt }: ViewCount, view: NotedView, lifeSeconds: number): NotedView {
  const { offeredAt } = view;
  const isLeftOut = offeredAt !== null && openedAt - offeredAt > lifeSeconds;
  return isLeftOut ? { ...view, offeredAt: null } : view;
}

function withView(count: ViewCount, { hour, offeredAt }: NotedView): ViewCount {
  const latest = Math.max(count.hour, hour);
  const plus = (per: CapPeriod) => {
    const before = viewsIn(count, per, latest);
    const counts = per === 'life' || viewsIn({ ...oneView, hour }, per, latest) === 1;
    return Math.min(before + (counts ? 1 : 0), mostViews);
  };
  return {
    hour: latest,
    inHour: plus('hour'),
    inDay: plus('day'),
    inWeek: plus('week'),
    inLife: plus('life'),
    open: offeredAt === null ? count.open : Math.max(count.open - 1, -mostOpen),
    openedAt: Math.max(count.openedAt, offeredAt ?? 0),
  };
}

const oneView: ViewCount = { ...noViews, inHour: 1, inDay: 1, inWeek: 1, inLife: 1 };

/** Says that nobody has counted there for so many days. */
export function isOlderThan({ hour, openedAt }: ViewCount, days: number, now: Date): boolean {
  const latestMs = Math.max(hour * hourMs, openedAt * 1_000);
  return now.getTime() - latestMs > days * hoursOfDay * hourMs;
}
