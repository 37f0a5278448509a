import type { Circumstances, FirstViewKind } from '../facts/fact';
import { type FirstViews, type ViewPlace, visitorDayIdOf } from './visitor-day.store';

export type TrackedView = Circumstances & { readonly id: string; readonly trackingId: string };

/** Another view is first: that of before and that of now, and the key of what they are first of. */
export type FirstViewChange = readonly [
  before: ViewPlace | undefined,
  now: ViewPlace | undefined,
  key: string,
];

const scopes = [
  { letter: 'c', idOf: ({ campaignId }: TrackedView) => campaignId },
  { letter: 's', idOf: ({ siteId }: TrackedView) => siteId },
] as const;
type Scope = (typeof scopes)[number];

const keyOf = ({ letter, idOf }: Scope, view: TrackedView) => `${letter}${idOf(view)}`;

/** The kind of fact that a first view of a key is. */
export const firstKindOf = (key: string): FirstViewKind =>
  key.startsWith('c') ? 'first_view' : 'first_site_view';

const isBefore = ([at, id]: ViewPlace, [otherAt, otherId]: ViewPlace) =>
  at < otherAt || (at === otherAt && id < otherId);

/** First views of some visitors' days, as they were and as they become. */
export class FirstViewDays {
  private readonly firsts = new Map<string, Map<string, ViewPlace>>();

  /** @param options.isAnew whether what is known is not trusted: firsts are then of the views alone that are added */
  constructor(
    private readonly known: ReadonlyMap<string, FirstViews>,
    { isAnew = false }: { readonly isAnew?: boolean } = {},
  ) {
    if (isAnew) return;
    for (const [id, firsts] of known) this.firsts.set(id, new Map(Object.entries(firsts)));
  }

  /** @returns those that were first. */
  remove(views: readonly TrackedView[]): readonly TrackedView[] {
    return views.filter((view) => {
      const firsts = this.firstsOf(view);
      const lost = scopes.filter((scope) => firsts.get(keyOf(scope, view))?.[1] === view.id);
      for (const scope of lost) firsts.delete(keyOf(scope, view));
      return lost.length > 0;
    });
  }

  add(view: TrackedView): void {
    const firsts = this.firstsOf(view);
    const place: ViewPlace = [view.at, view.id];
    for (const scope of scopes) {
      const key = keyOf(scope, view);
      const first = firsts.get(key);
      if (!first || isBefore(place, first)) firsts.set(key, place);
    }
  }

  /** Every key whose first view is another one: that of before and that of now. */
  *changes(): Generator<FirstViewChange> {
    for (const [id, firsts] of this.firsts) {
      const before = this.known.get(id) ?? {};
      for (const key of new Set([...Object.keys(before), ...firsts.keys()])) {
        const [old, now] = [before[key], firsts.get(key)];
        if (old?.[1] !== now?.[1]) yield [old, now, key];
      }
    }
  }

  /** First views as they become, with what they are first of. */
  *places(): Generator<readonly [place: ViewPlace, key: string]> {
    for (const firsts of this.firsts.values())
      for (const [key, place] of firsts) yield [place, key];
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
