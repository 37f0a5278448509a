import type { ShownAd } from './happened-hour';
import { networkOf, RecountedHabits } from './recounted-habits';

/** Amounts and counts, by what they are of. Coins: 10^-11 of one. */
export type Totals = Map<string, bigint>;

/** Unit: 10^-11 USD. */
const prices = { impression: 200_000_000n, click: 5_000_000_000n, sale: 10_000_000_000n };
type Kind = keyof typeof prices;
/** Coins for a USD. */
const rate = 50n;
const deposit = 5_000n * 10n ** 11n;
const mostSalesOfNetwork = 5;

/** Networks of clouds that visits come from: Amazon's, and one of DigitalOcean's. */
const clouds = [
  { from: [54, 160], to: [54, 167, 255] },
  { from: [24, 110, 0], to: [24, 110, 7] },
];

/** The money that somebody's visits asked for, and that they were paid. */
export interface Taken {
  asked: bigint;
  paid: bigint;
}

export interface RecountedHour {
  readonly totals: Totals;
  /** By the kind of visits. */
  readonly taken: ReadonlyMap<string, Taken>;
}

interface Event {
  readonly ad: ShownAd;
  readonly kind: Kind;
  readonly at: number;
}

/** Judges an hour anew, by what people and cheats have done, as the documents say, and adds up its money. */
export function recountHour(ads: readonly ShownAd[]): RecountedHour {
  const totals: Totals = new Map([['funds of withdrawing', deposit]]);
  const taken = new Map<string, Taken>();
  const judge = new Judge();
  for (const event of ads.flatMap(eventsOf).toSorted((one, other) => one.at - other.at)) {
    const { kind, ad } = event;
    const { publisher, kind: whose } = ad.visit;
    const reason = judge.judge(event);
    add(totals, `${publisher} ${kind}: ${reason}`, 1n);
    const price = reason === 'accepted' ? prices[kind] : 0n;
    note(taken, whose, { asked: prices[kind], paid: price });
    pay(totals, ad, price * rate);
  }
  return { totals, taken };
}

/** A hundredth of it, rounded down, is the operator's from each side. */
function pay(totals: Totals, { advertiser, visit }: ShownAd, charge: bigint): void {
  const fee = charge / 100n;
  add(totals, `funds of ${advertiser}`, -charge);
  add(totals, `earnings of ${visit.publisher}`, charge - 2n * fee);
  for (const side of ['demand', 'supply']) add(totals, `fees of ${side}`, fee);
}

function eventsOf(ad: ShownAd): readonly Event[] {
  const { foundAt, viewAfterMs, clickAfterMs, purchase } = ad.visit;
  if (viewAfterMs === null) return [];
  const view = foundAt.getTime() + viewAfterMs;
  const events: Event[] = [{ ad, kind: 'impression', at: view }];
  // A click is judged when its view is.
  if (clickAfterMs !== null)
    events.push({ ad, kind: 'click', at: Math.max(view, foundAt.getTime() + clickAfterMs) });
  if (purchase !== null && ad.advertiser === 'steady')
    events.push({ ad, kind: 'sale', at: view + purchase.afterMs });
  return events;
}

class Judge {
  readonly #habits = new RecountedHabits();
  readonly #accepted: Readonly<Record<Kind, Set<ShownAd>>> = {
    ...{ impression: new Set(), click: new Set(), sale: new Set() },
  };
  readonly #salesOf = new Map<string, number>();

  judge({ ad, kind }: Event): string {
    const reason = kind === 'sale' ? this.#reasonOfSale(ad) : this.#reasonOf(ad, kind);
    if (reason === null) this.#accepted[kind].add(ad);
    return reason ?? 'accepted';
  }

  #reasonOf(ad: ShownAd, kind: 'impression' | 'click'): string | null {
    const facts = kind === 'impression' ? reasonOfView(ad) : this.#reasonOfClick(ad);
    return facts ?? this.#habits.reasonOf(ad, kind);
  }

  #reasonOfClick(ad: ShownAd): string | null {
    const { userAgent, address, viewAfterMs, clickAfterMs, seenMs } = ad.visit;
    const isListed = listedAs(userAgent, address);
    if (isListed !== null) return isListed;
    if (!this.#accepted.impression.has(ad)) return 'impression_rejected';
    const between = Math.abs((clickAfterMs ?? 0) - (viewAfterMs ?? 0));
    return seenMs === null && between < 200 ? 'impossible_timing' : null;
  }

  #reasonOfSale(ad: ShownAd): string | null {
    if (!this.#accepted.impression.has(ad)) return 'impression_rejected';
    if (this.#accepted.click.has(ad)) return null;
    const { address, purchase } = ad.visit;
    const from = networkOf(purchase?.address ?? '');
    if (from === networkOf(address)) return 'no_click';
    const key = `${ad.advertiser} ${from}`;
    const sales = this.#salesOf.get(key) ?? 0;
    if (sales >= mostSalesOfNetwork) return 'network_limit';
    this.#salesOf.set(key, sales + 1);
    return null;
  }
}

function reasonOfView({ visit }: ShownAd): string | null {
  const { userAgent, address, foundAt, viewAfterMs, seenMs } = visit;
  const listed = listedAs(userAgent, address);
  if (listed !== null) return listed;
  // An offer knows quarters of seconds.
  const age = (foundAt.getTime() % 250) + (viewAfterMs ?? 0);
  if (age >= 1_801_000) return 'not_offered';
  return seenMs === null && age < 800 ? 'impossible_timing' : null;
}

function listedAs(userAgent: string, address: string): string | null {
  if (userAgent.includes('Googlebot')) return 'bot';
  const parts = address.split('.').map(Number);
  const isCloud = clouds.some(
    ({ from, to }) =>
      from.every((part, at) => (parts[at] ?? 0) >= part) &&
      to.every((part, at) => (parts[at] ?? 0) <= part),
  );
  return isCloud ? 'data_center' : null;
}

export function add(totals: Totals, name: string, amount: bigint): void {
  totals.set(name, (totals.get(name) ?? 0n) + amount);
}

function note(all: Map<string, Taken>, key: string, { asked, paid }: Taken): void {
  const taken = all.get(key) ?? { asked: 0n, paid: 0n };
  all.set(key, { asked: taken.asked + asked, paid: taken.paid + paid });
}
