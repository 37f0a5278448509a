import { dishonestFinds } from './find-traffic';
import { dishonestTraffic, honestTraffic, secondsAfter, times, type Visit } from './traffic';

/** A find of a page, and all that comes of it; times in milliseconds after the find. */
export interface PageVisit extends Omit<Visit, 'headers' | 'viewAfterMs'> {
  readonly kind: string;
  readonly host: string;
  /** The publisher's address on the ledger. */
  readonly publisher: string;
  /** Of the page's placements. */
  readonly names: readonly string[];
  /** null: nobody looks. */
  readonly viewAfterMs: number | null;
  /** A call of the advertiser's unsigned link; null: none. */
  readonly purchase: { readonly afterMs: number; readonly address: string } | null;
}

/** The part of an hour's traffic that a test has time for. */
const size = 0.1;
/** The refresher has seen enough of one advertiser after 300. */
const mostOfKind = 2_000;

/** People, by where they sit. Who clicks buys, and some buy elsewhere what they have seen here. */
export const honestVisits = (): readonly PageVisit[] =>
  Object.entries(honestTraffic(size)).flatMap(([kind, visits], nth) =>
    visits.map((visit, at) => ({
      ...onPage(kind, visit, nth),
      purchase: boughtAfter(visit, at % 50 === 0 ? `90.${at % 200}.1.1` : visit.address),
    })),
  );

function boughtAfter({ address, clickAfterMs }: Visit, from: string): PageVisit['purchase'] {
  if (clickAfterMs === null && from === address) return null;
  return { afterMs: (clickAfterMs ?? 0) + 120_000, address: from };
}

/** Programs and people who cheat, each on a site of their own, but for one who looks at nothing of an honest one. */
export function dishonestVisits(): readonly PageVisit[] {
  const { unseenFinds = [], madeUpSupply = [] } = dishonestFinds();
  const [reader] = honestVisits();
  const unseen = { userAgent: reader?.userAgent ?? '', ...{ trackingId: null, seenMs: null } };
  const nothing = { ...unseen, ...{ clickAfterMs: null, purchase: null } };
  return [
    ...Object.entries(dishonestTraffic(size)).flatMap(([kind, visits], nth) =>
      visits.slice(0, mostOfKind).map((visit) => onPage(kind, visit, 16 + nth)),
    ),
    ...ownBuyers(unseen.userAgent),
    ...unseenFinds.map((find) => ({
      ...{ ...nothing, ...find, kind: 'unseenFinds' },
      ...{ host: reader?.host ?? '', publisher: reader?.publisher ?? '' },
    })),
    ...madeUpSupply.map((find) => ({
      ...{ ...nothing, ...find, kind: 'madeUpSupply', publisher: find.publisher ?? '' },
    })),
  ];
}

/** A publisher who calls the link for the views of his own site: from the same line, and from a second one. */
const ownBuyers = (userAgent: string): readonly PageVisit[] =>
  times(60, (at) => {
    const seen = { trackingId: null, viewAfterMs: 5_000, seenMs: 1_000, clickAfterMs: null };
    const address = '87.3.1.9';
    const visit = { ...seen, address, userAgent, foundAt: secondsAfter(20 * at) };
    const line = at < 30 ? address : '87.3.2.9';
    return {
      ...onPage(at < 30 ? 'ownBuyer' : 'secondLine', visit, 48),
      purchase: { afterMs: 65_000, address: line },
    };
  });

const onPage = (kind: string, visit: Visit, nth: number): PageVisit => ({
  ...visit,
  ...{ kind, host: `site${nth}.example`, names: ['top'], purchase: null },
  publisher: `ads:${nth.toString(16).padStart(32, 'e')}`,
});
