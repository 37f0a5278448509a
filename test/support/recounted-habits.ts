import type { ShownAd } from './happened-hour';

interface Habit {
  views: number;
  clicks: number;
}

/** The limit of one scope: views of an advertiser in an hour, first clicks that pass, and percent of views after them. */
interface Scope {
  readonly name: string;
  readonly key: string;
  readonly mostViews: number;
  readonly firstClicks: number;
  readonly percent: number;
  /** Over 25% clicks, after the first, views are refused, too. */
  readonly ofViews: boolean;
}

/** Views and clicks of each visitor, network, pair and site, by advertiser, against the limits of docs/verification.md. */
export class RecountedHabits {
  readonly #habits = new Map<string, Habit>();

  /** Finds the reason that goes by how many came before, and counts the event where a limit counts it. */
  reasonOf(ad: ShownAd, kind: 'impression' | 'click'): string | null {
    const scopes = scopesOf(ad).map((scope) => ({ ...scope, habit: this.#of(ad, scope) }));
    const reason =
      kind === 'click'
        ? scopes.find((one) => isTooMuch(one, one.habit.clicks + 1, one.habit.views))
        : (scopes.find(({ mostViews, habit }) => habit.views >= mostViews) ??
          scopes.find(
            (one) =>
              one.ofViews &&
              isTooMuch({ ...one, percent: 25 }, one.habit.clicks, one.habit.views + 1),
          ));
    const isLimit = kind === 'impression' && reason && reason.habit.views >= reason.mostViews;
    if (isLimit) return `${reason.name}_limit`;
    for (const { habit } of scopes) habit[kind === 'click' ? 'clicks' : 'views'] += 1;
    return reason ? `${reason.name}_click_rate` : null;
  }

  #of({ advertiser }: ShownAd, { name, key }: Scope): Habit {
    const whose = `${advertiser} ${name} ${key}`;
    const habit = this.#habits.get(whose) ?? { views: 0, clicks: 0 };
    this.#habits.set(whose, habit);
    return habit;
  }
}

const isTooMuch = ({ firstClicks, percent }: Scope, clicks: number, views: number): boolean =>
  clicks > firstClicks && clicks * 100 > views * percent;

function scopesOf({ visit }: ShownAd): readonly Scope[] {
  const { trackingId, userAgent, address, publisher, host } = visit;
  const network = networkOf(address);
  const [key, mostViews] =
    trackingId === null ? [`${network} ${userAgent}`, 1_500] : [trackingId, 300];
  const networks = { firstClicks: 5, percent: 5 };
  return [
    { name: 'visitor', key, mostViews, firstClicks: 3, percent: 25, ofViews: true },
    { name: 'network', key: network, mostViews: 5_000, ...networks, ofViews: false },
    { name: 'pair', key: `${network} ${publisher}`, mostViews: 2_500, ...networks, ofViews: true },
    { name: 'site', key: host, mostViews: Infinity, firstClicks: 20, percent: 10, ofViews: false },
  ];
}

export const networkOf = (address: string) => address.split('.').slice(0, 3).join('.');
