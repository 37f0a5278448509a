import { RecentlySeen } from '../src/market/selection/ranking/recently-seen';
import type { Candidate, Imp, SelectionContext, Targeting } from '../src/market/selection/types';
import { Dice } from '../test/market/selection/dice';

/** How choosy campaigns are: half of them not at all, or all of them in four to seven respects. */
export type Choosiness = 'normal' | 'heavy';

const webScopes =
  '300x250 728x90 320x50 300x600 160x600 336x280 970x250 320x100 468x60 250x250 970x90 120x600 ' +
  '200x200 234x60 120x240 300x1050 180x150 125x125 240x400 980x120 250x360 930x180 580x400 ' +
  '750x100 750x200 750x300 300x100 120x90 120x60 88x31';
const scopes = webScopes.split(' ');
const formats = [
  ...Array.from({ length: 6 }, () => ['image', 'image/png'] as const),
  ...Array.from({ length: 3 }, () => ['image', 'image/jpeg'] as const),
  ['image', 'image/gif'] as const,
  ['html', 'text/html'] as const,
  ['video', 'video/mp4'] as const,
];

/** The dimensions of targeting with the values that occur, most frequent first. */
const dimensions = [
  { key: 'user:country', values: numbered('c', 100), isOfUser: true },
  { key: 'user:language', values: numbered('l', 40), isOfUser: true },
  { key: 'site:domain', values: numbered('d', 5000), isOfUser: true },
  { key: 'site:category', values: numbered('k', 13), isOfUser: false },
  { key: 'site:quality', values: ['high', 'medium', 'low'], isOfUser: false },
  { key: 'device:type', values: ['mobile', 'desktop', 'tablet', 'tv', 'other'], isOfUser: false },
  { key: 'device:os', values: ['android', 'windows', 'apple-os', 'unix'], isOfUser: false },
  { key: 'device:browser', values: numbered('b', 7), isOfUser: false },
] as const;

function numbered(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, number) => `${prefix}${number}`);
}

class MarketDice extends Dice {
  /** Frequent ones first: the n-th of a list is drawn about half as often as the n/2-th. */
  frequent<T>(from: readonly T[]): T {
    return from[Math.floor(from.length ** this.roll()) - 1]!;
  }

  hex(): string {
    return Array.from({ length: 4 }, () =>
      this.below(2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
  }
}

/** Shared, as the serving shares it: a map for each candidate would weigh more than all the rest. */
const nothing: Targeting = new Map();

function clauses(dice: MarketDice, keys: readonly (typeof dimensions)[number][]): Targeting {
  if (keys.length === 0) return nothing;
  return new Map(
    keys.map(({ key, values }) => [
      key,
      [...new Set(Array.from({ length: 1 + dice.below(3) }, () => dice.frequent<string>(values)))],
    ]),
  );
}

function requirementsOf(dice: MarketDice, choosiness: Choosiness): Targeting {
  if (choosiness === 'normal') {
    if (dice.roll() < 0.5) return nothing;
    return clauses(
      dice,
      dimensions.filter(() => dice.roll() < 0.2),
    );
  }
  const ofUser = dimensions[dice.below(3)]!;
  const others = dimensions.filter((each) => each !== ofUser && dice.roll() < 0.6).slice(0, 6);
  return clauses(dice, [ofUser, ...others]);
}

/** A market of campaigns with three creatives each on average; bids are round numbers or estimates. */
export function market(count: number, choosiness: Choosiness): Candidate[] {
  const dice = new MarketDice(count);
  const candidates: Candidate[] = [];
  while (candidates.length < count) {
    const campaignId = dice.hex();
    const requires = requirementsOf(dice, choosiness);
    const excludes = clauses(
      dice,
      dimensions.filter(() => dice.roll() < (choosiness === 'heavy' ? 0.2 : 0.04)),
    );
    const price = Math.exp(dice.roll() * 4 - 3);
    const effectiveRpm = dice.roll() < 0.5 ? Math.ceil(price * 20) / 20 : price;
    const startsAt = dice.roll() < 0.03 ? 2_000_000 : 0;
    const endsAt = dice.roll() < 0.5 ? 1_500_000 : null;
    for (let left = 1 + dice.below(5); left > 0 && candidates.length < count; left -= 1) {
      const [type, mime] = formats[dice.below(formats.length)]!;
      candidates.push({
        creativeId: dice.hex(),
        campaignId,
        medium: 'web',
        vendor: null,
        type,
        mime,
        scope: dice.frequent(scopes),
        effectiveRpm,
        modifiers: null,
        impressions: dice.roll() < 0.2 ? dice.below(1000) : 1000 + dice.below(1e6),
        startsAt,
        endsAt,
        requires,
        excludes,
        keywords: nothing,
        peer: null,
        requiresViewability: false,
        requiresKnownVisitor: false,
        rotation: null,
        ownSites: null,
        landingHost: 'shop.test',
        category: '',
        advertiserId: campaignId,
        schedule: new Map(),
      });
    }
  }
  return candidates;
}

export interface Find {
  readonly imp: Imp;
  readonly context: SelectionContext;
}

/**
 * Finds by random visitors, whose contexts are all different objects.
 * @param visitors `strangers`: country, language and domain are unknown, of which every candidate of a
 *   heavy market requires one
 */
export function finds(count: number, visitors: 'known' | 'strangers'): Find[] {
  const dice = new MarketDice(count + 7);
  return Array.from({ length: count }, (_, number) => {
    const scope = dice.frequent(scopes);
    const [width, height] = scope.split('x').map(Number) as [number, number];
    const known = dimensions.filter(({ isOfUser }) => !(visitors === 'strangers' && isOfUser));
    return {
      imp: { id: '1', scopes: [scope], nearBox: { width, height } },
      context: {
        now: 1_000_000,
        seed: number,
        medium: 'web',
        vendor: null,
        features: new Map(
          known.map(({ key, values }) => [key, [dice.frequent<string>(values)]] as const),
        ),
        publisherFilter: { requires: new Map(), excludes: new Map() },
        recentlySeen: new RecentlySeen(
          Array.from({ length: 5 }, () => ({ creativeId: dice.hex(), campaignId: dice.hex() })),
        ),
      },
    };
  });
}

/** Sites that take every creative, that filter by type and MIME type, or that take a hundred creatives only. */
export const siteKinds = ['open', 'choosy', 'closed'] as const;
export type SiteKind = (typeof siteKinds)[number];

/** The same finds on sites of a kind. */
export function onSites(
  requests: readonly Find[],
  kind: SiteKind,
  candidates: readonly Candidate[],
): readonly Find[] {
  if (kind === 'open') return requests;
  const dice = new MarketDice(candidates.length);
  const publisherFilter = {
    requires: new Map([['type', ['image', 'html']]]),
    excludes: new Map([['mime', ['image/gif']]]),
  };
  const accepted = () =>
    new Set(
      Array.from({ length: 100 }, () => candidates[dice.below(candidates.length)]!.creativeId),
    );
  return requests.map(({ imp, context }) => ({
    imp,
    context:
      kind === 'choosy'
        ? { ...context, publisherFilter }
        : { ...context, acceptedCreativeIds: accepted() },
  }));
}
