import { createHash } from 'node:crypto';
import type { Candidate, Imp, SelectionContext, Targeting } from '../../src/selection/types';

/** 32 hex digits that stay the same for the same text. */
export function idOf(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

/** A complete candidate for a 300x250 on the web that anybody may show, worth one dollar. */
export function aCandidate(
  change: Partial<Candidate> & { readonly name?: string } = {},
): Candidate {
  const { name = 'creative', ...rest } = change;
  return {
    creativeId: idOf(name),
    campaignId: idOf(`campaign of ${name}`),
    medium: 'web',
    vendor: null,
    type: 'image',
    mime: 'image/png',
    scope: '300x250',
    effectiveRpm: 1,
    impressions: 100_000,
    startsAt: 0,
    endsAt: null,
    requires: new Map(),
    excludes: new Map(),
    keywords: new Map(),
    ...rest,
  };
}

export function anImp(change: Partial<Imp> = {}): Imp {
  return { id: '1', scopes: ['300x250'], nearBox: { width: 300, height: 250 }, ...change };
}

/** A visit of nobody in particular; its seed does not explore. */
export function aContext(change: Partial<SelectionContext> = {}): SelectionContext {
  return {
    now: 1_000_000,
    seed: 'seed',
    medium: 'web',
    vendor: null,
    features: new Map(),
    publisherFilter: { requires: new Map(), excludes: new Map() },
    recentlySeen: [],
    ...change,
  };
}

/** Small, fast, and the same on every run (Mulberry32). */
export class Dice {
  constructor(private state: number) {}

  /** From 0 up to but not 1. */
  roll(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.roll() * limit);
  }

  isOnce(inTimes: number): boolean {
    return this.below(inTimes) === 0;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  some<T>(from: readonly T[], most: number): readonly T[] {
    const length = from.length === 0 ? 0 : 1 + this.below(most);
    return Array.from({ length }, () => this.pick(from));
  }
}

const options: readonly (readonly [string, readonly string[]])[] = [
  ['user:country', ['de', 'fr', 'pl', 'us', 'jp']],
  ['user:language', ['de', 'en', 'pl']],
  ['site:category', ['news', 'games', 'crypto', 'movies']],
  ['site:domain', ['example.com', 'news.example.com', 'other.test', 'third.test']],
  ['device:browser', ['chrome', 'firefox', 'other']],
  ['device:type', ['desktop', 'mobile']],
];
const formats: readonly (readonly [string, string])[] = [
  ['image', 'image/png'],
  ['image', 'image/gif'],
  ['html', 'text/html'],
  ['video', 'video/mp4'],
];
const scopes = ['300x250', '728x90', '336x280', '854x480'];

function someTargeting(dice: Dice, oneIn: number): Targeting {
  const targeting = new Map<string, readonly string[]>();
  for (const [key, values] of options) {
    if (dice.isOnce(oneIn)) targeting.set(key, dice.isOnce(20) ? [] : dice.some(values, 2));
  }
  return targeting;
}

function someKeywords(dice: Dice): Targeting {
  if (!dice.isOnce(3)) return new Map();
  const keywords = new Map<string, readonly string[]>([['iab:classified', ['1']]]);
  keywords.set('iab:topic', dice.some(['gambling', 'pets', 'cars'], 2));
  return keywords;
}

/** Candidates of every kind, with many equal bids, few campaigns and narrow targeting. */
export function somePopulation(dice: Dice, count: number): Candidate[] {
  return Array.from({ length: count }, () => {
    const [type, mime] = dice.pick(formats);
    const isWeb = dice.below(4) > 0;
    return aCandidate({
      name: `creative ${dice.below(1e9)}`,
      campaignId: idOf(`campaign ${dice.below(count)}`),
      medium: isWeb ? 'web' : 'metaverse',
      vendor: isWeb ? null : dice.pick([null, 'decentraland', 'milc']),
      scope: type !== 'video' && dice.isOnce(20) ? 'pop-up' : dice.pick(scopes),
      type,
      mime,
      effectiveRpm: dice.pick([0, 0.1, 0.5, 0.5, 1, 1, 1, 2.5, dice.roll() * 3]),
      impressions: dice.pick([0, 3, 999, 1000, 5000]),
      startsAt: dice.isOnce(8) ? 2_000_000 : 0,
      endsAt: dice.isOnce(4) ? dice.pick([500_000, 1_000_000, 3_000_000]) : null,
      requires: someTargeting(dice, 4),
      excludes: someTargeting(dice, 8),
      keywords: someKeywords(dice),
    });
  });
}

export function someImp(dice: Dice): Imp {
  return {
    id: String(dice.below(1000)),
    scopes: dice.isOnce(4) ? dice.some(scopes, 3) : [dice.pick(scopes)],
    nearBox: dice.isOnce(3)
      ? null
      : { width: 300 + dice.below(700), height: 250 + dice.below(300) },
    types: dice.isOnce(4) ? dice.some(['image', 'html', 'video', 'model'], 2) : undefined,
    mimes: dice.isOnce(6)
      ? dice.some(['image/png', 'text/html', 'video/mp4', 'x/y'], 2)
      : undefined,
    features: dice.isOnce(3) ? someTargeting(dice, 3) : undefined,
    minimumRpm: dice.isOnce(6) ? dice.pick([0.1, 0.5, 2.7]) : undefined,
  };
}

/** A visitor who may have seen some of these candidates, on a site that may refuse or accept some. */
export function someContext(dice: Dice, candidates: readonly Candidate[]): SelectionContext {
  const features = new Map<string, readonly string[]>();
  for (const [key, values] of options) {
    if (!dice.isOnce(5)) features.set(key, dice.some(values, 2));
  }
  const ids = () => new Set(dice.some(candidates, 300).map(({ creativeId }) => creativeId));
  const isMetaverse = dice.isOnce(4);
  return {
    now: dice.pick([400_000, 1_000_000, 1_000_001, 2_500_000]),
    seed: dice.below(2 ** 31),
    medium: isMetaverse ? 'metaverse' : 'web',
    vendor: isMetaverse ? dice.pick([null, 'decentraland', 'milc']) : null,
    features,
    publisherFilter: {
      requires: dice.isOnce(10) ? someFilter(dice) : new Map(),
      excludes: dice.isOnce(5) ? someFilter(dice) : new Map(),
    },
    blockedCreativeIds: dice.isOnce(3) ? ids() : undefined,
    acceptedCreativeIds: dice.isOnce(12) ? ids() : undefined,
    onlyDirectDealsWith: dice.isOnce(12) ? dice.pick(['example.com', 'nobody.test']) : undefined,
    recentlySeen: dice.isOnce(2) ? dice.some(candidates, 40) : [],
  };
}

function someFilter(dice: Dice): Targeting {
  return new Map(
    dice.some<readonly [string, readonly string[]]>(
      [
        ['type', ['image', 'html']],
        ['mime', ['image/png', 'video/mp4']],
        ['iab:topic', ['gambling']],
        ['iab:topic', ['pets', 'unheard of']],
        ['other:topic', ['x']],
      ],
      2,
    ),
  );
}
