import { RecentlySeen } from '../../../src/market/selection/ranking/recently-seen';
import type { rules } from '../../../src/market/selection/rules';
import type {
  BidModifiers,
  Candidate,
  Imp,
  SelectionContext,
  Targeting,
} from '../../../src/market/selection/types';
import { WholeCategories } from '../../../src/supply/sites/blocked-categories';
import { HostsInDomains } from '../../../src/supply/sites/blocked-domains';
import { Dice } from './dice';
import { aCandidate, aContext, anImp, idOf } from './factories';
import { someHoursOfWeek, someSchedule, zones } from './schedules';

/** Random inputs of a rule: the rule refuses some of the candidates, and lets others through. */
interface Population {
  readonly candidate?: (dice: Dice, soFar: Candidate) => Partial<Candidate>;
  readonly imp?: (dice: Dice) => Partial<Imp>;
  readonly context?: (
    dice: Dice,
    soFar: SelectionContext,
    candidates: readonly Candidate[],
  ) => Partial<SelectionContext>;
  readonly isCampaignPaused?: (dice: Dice) => boolean;
}

const formats: readonly (readonly [string, string])[] = [
  ['image', 'image/png'],
  ['image', 'image/gif'],
  ['html', 'text/html'],
  ['video', 'video/mp4'],
];
const landingHosts = ['', 'a.test', 'www.a.test', 'aa.test', 'b.test', 'shop.b.test', 'd'];
const scopes = ['300x250', '728x90', '336x280', '854x480'];
const options: readonly (readonly [string, readonly string[]])[] = [
  ['user:country', ['de', 'fr', 'pl', 'us', 'jp']],
  ['user:language', ['de', 'en', 'pl']],
  ['site:category', ['news', 'games', 'crypto', 'movies']],
  ['site:domain', ['example.com', 'news.example.com', 'other.test', 'third.test']],
  ['device:browser', ['chrome', 'firefox', 'other']],
  ['device:type', ['desktop', 'mobile']],
];

function someTargeting(dice: Dice, oneIn: number): Targeting {
  const targeting = new Map<string, readonly string[]>();
  for (const [key, values] of options) {
    if (dice.isOnce(oneIn)) targeting.set(key, dice.isOnce(20) ? [] : dice.some(values, 2));
  }
  return targeting;
}

function someFeatures(dice: Dice): Targeting {
  const known = options.filter(() => !dice.isOnce(5));
  return new Map(known.map(([key, values]) => [key, dice.some(values, 2)]));
}

function someKeywords(dice: Dice): Targeting {
  if (!dice.isOnce(3)) return new Map();
  const keywords = new Map<string, readonly string[]>([['iab:classified', ['1']]]);
  keywords.set('iab:topic', dice.some(['gambling', 'pets', 'cars'], 2));
  return keywords;
}

function someFilter(dice: Dice): Targeting {
  return new Map(
    dice.some<readonly [string, readonly string[]]>(
      [
        ['type', ['image', 'html']],
        ['mime', ['image/png', 'video/mp4']],
        ['iab:topic', ['gambling']],
        ['iab:topic', ['pets', 'unheard of']],
        ['iab:topic', []],
        ['other:topic', ['x']],
        ['peer', ['A']],
        ['peer', ['*']],
      ],
      2,
    ),
  );
}

export function someModifiers(dice: Dice): BidModifiers {
  const some = (values: readonly string[]) =>
    new Map(dice.some(values, 2).map((value) => [value, dice.pick([10, 50, 100, 200, 250, 1000])]));
  return {
    devices: some(['desktop', 'mobile']),
    countries: some(['de', 'fr', 'pl']),
    hours: some(['7', '8', '9']),
    timeZone: dice.pick(zones),
  };
}

function someIds(dice: Dice, candidates: readonly Candidate[]): ReadonlySet<string> {
  return new Set(dice.some(candidates, dice.pick([10, 300])).map(({ creativeId }) => creativeId));
}

/** One entry for each rule; a rule without one does not compile. */
const populations: Readonly<Record<keyof typeof rules, Population>> = {
  medium: {
    candidate: (dice) => ({ medium: dice.isOnce(4) ? 'metaverse' : 'web' }),
    context: (dice) => ({ medium: dice.isOnce(4) ? 'metaverse' : 'web' }),
  },
  vendor: {
    candidate: (dice, { medium }) => ({
      vendor: medium === 'web' ? null : dice.pick([null, 'decentraland', 'milc']),
    }),
    context: (dice, { medium }) => ({
      vendor: medium === 'web' ? null : dice.pick([null, 'decentraland', 'milc']),
    }),
  },
  size: {
    candidate: (dice) => {
      const [type, mime] = dice.pick(formats);
      const isPopUp = type !== 'video' && dice.isOnce(20);
      return { type, mime, scope: isPopUp ? 'pop-up' : dice.pick(scopes) };
    },
    imp: (dice) => ({
      scopes: dice.isOnce(4) ? dice.some(scopes, 3) : [dice.pick(scopes)],
      nearBox: dice.isOnce(3)
        ? null
        : { width: 300 + dice.below(700), height: 250 + dice.below(300) },
    }),
  },
  allowedTypes: {
    imp: (dice) => ({
      types: dice.isOnce(4) ? dice.some(['image', 'html', 'video', 'model'], 2) : undefined,
    }),
  },
  mimeTypes: {
    imp: (dice) => ({
      mimes: dice.isOnce(6)
        ? dice.some(['image/png', 'text/html', 'video/mp4', 'x/y'], 2)
        : undefined,
    }),
  },
  campaignEligibility: { isCampaignPaused: (dice) => dice.isOnce(6) },
  flightStart: {
    candidate: (dice) => ({ startsAt: dice.isOnce(8) ? 2_000_000 : 0 }),
    context: (dice) => ({ now: dice.pick([400_000, 1_000_000, 1_000_001, 2_500_000]) }),
  },
  flightEnd: {
    candidate: (dice) => ({
      endsAt: dice.isOnce(4) ? dice.pick([500_000, 1_000_000, 3_000_000]) : null,
    }),
  },
  schedule: {
    candidate: (dice) => ({ schedule: dice.isOnce(3) ? someSchedule(dice) : new Map() }),
    context: (dice) => ({ hoursOfWeek: dice.isOnce(5) ? undefined : someHoursOfWeek(dice) }),
  },
  publisherRequirements: {
    candidate: (dice) => ({ keywords: someKeywords(dice) }),
    context: (dice) => ({
      publisherFilter: {
        requires: dice.isOnce(10) ? someFilter(dice) : new Map(),
        excludes: new Map(),
      },
    }),
  },
  publisherExclusions: {
    context: (dice, { publisherFilter }) => ({
      publisherFilter: {
        ...publisherFilter,
        excludes: dice.isOnce(5) ? someFilter(dice) : new Map(),
      },
    }),
  },
  blockedCreatives: {
    context: (dice, _soFar, candidates) => ({
      blockedCreativeIds: dice.isOnce(3) ? someIds(dice, candidates) : undefined,
    }),
  },
  blockedDomains: {
    candidate: (dice) => ({ landingHost: dice.pick(landingHosts) }),
    context: (dice) => ({
      blockedDomains: dice.isOnce(3)
        ? new HostsInDomains(dice.some(['a.test', 'shop.b.test', 'test.c', 'd'], 2))
        : undefined,
    }),
  },
  blockedCategories: {
    candidate: (dice) => ({ category: dice.pick(['', 'IAB1', 'IAB1-2', 'IAB10', 'IAB9-9']) }),
    context: (dice) => ({
      blockedCategories: dice.isOnce(12)
        ? new WholeCategories(dice.some(['IAB1', 'IAB1-2', 'IAB9'], 2))
        : undefined,
    }),
  },
  blockedAdvertisers: {
    candidate: (dice) => ({ advertiserId: dice.pick(['a', 'b', 'c']) }),
    context: (dice) => ({
      blockedAdvertiserIds: dice.isOnce(12) ? new Set(dice.some(['a', 'c', 'd'], 2)) : undefined,
    }),
  },
  acceptedCreatives: {
    context: (dice, _soFar, candidates) => ({
      acceptedCreativeIds: dice.isOnce(12) ? someIds(dice, candidates) : undefined,
    }),
  },
  campaignRequirements: {
    candidate: (dice) => ({ requires: someTargeting(dice, 4) }),
    imp: (dice) => ({ features: dice.isOnce(3) ? someTargeting(dice, 3) : undefined }),
    context: (dice) => ({ features: someFeatures(dice) }),
  },
  // Behind the rule that draws the page's domain.
  directDeals: {
    context: (dice, { features }) => ({
      onlyDirectDealsWith: dice.isOnce(12)
        ? dice.pick([...(features.get('site:domain') ?? []), 'nobody.test'])
        : undefined,
    }),
  },
  ownSites: {
    candidate: (dice) => ({
      ownSites: dice.isOnce(4)
        ? {
            accountId: dice.pick(['P', 'Q']),
            priority: dice.pick(['sponsorship', 'house']),
            shareOfVoice: dice.pick([10, 30, 100]),
          }
        : null,
    }),
    imp: (dice) => ({ publisherId: dice.pick([undefined, 'P', 'Q']) }),
  },
  peers: {
    candidate: (dice) => ({ peer: dice.isOnce(5) ? dice.pick(['A', 'B']) : null }),
    context: (dice) => ({ refusesPeers: dice.isOnce(6) }),
  },
  viewability: {
    candidate: (dice) => ({ requiresViewability: dice.isOnce(6) }),
    context: (dice) => ({ isUnmeasured: dice.isOnce(3) }),
  },
  unknownVisitor: {
    candidate: (dice) => ({ requiresKnownVisitor: dice.isOnce(6) }),
    context: (dice) => ({ isUnknownVisitor: dice.isOnce(3) }),
  },
  frequencyCap: {
    imp: (dice) => {
      const digit = dice.below(16).toString(16);
      return {
        cappedCampaignIds: dice.isOnce(3) ? { has: (id) => id.startsWith(digit) } : undefined,
      };
    },
  },
  creativeFrequencyCap: {
    imp: (dice) => {
      const digit = dice.below(16).toString(16);
      return {
        cappedCreativeIds: dice.isOnce(3) ? { has: (id) => id.startsWith(digit) } : undefined,
      };
    },
  },
  competitiveExclusion: {
    imp: (dice) => {
      const digit = dice.below(16).toString(16);
      return {
        competingCampaignIds: dice.isOnce(3) ? { has: (id) => id.startsWith(digit) } : undefined,
      };
    },
  },
  oncePerPage: {
    imp: (dice) => {
      const digit = dice.below(16).toString(16);
      return {
        creativeIdsOnPage: dice.isOnce(3) ? { has: (id) => id.startsWith(digit) } : undefined,
      };
    },
  },
  roadblock: {
    imp: (dice) => {
      const digit = dice.below(16).toString(16);
      return {
        roadblockCreativeIds: dice.isOnce(3) ? { has: (id) => id.startsWith(digit) } : undefined,
      };
    },
  },
  campaignExclusions: { candidate: (dice) => ({ excludes: someTargeting(dice, 8) }) },
  bidFloor: {
    candidate: (dice) => ({
      effectiveRpm: dice.pick([0, 0.1, 0.5, 0.5, 1, 1, 1, 2.5, dice.roll() * 3]),
      modifiers: dice.isOnce(3) ? someModifiers(dice) : null,
    }),
    imp: (dice) => ({ bidFloor: dice.isOnce(6) ? dice.pick([0, 0.1, 0.5, 2.7]) : undefined }),
    context: (dice) => ({ bidFloor: dice.isOnce(6) ? dice.pick([0.1, 0.5, 2.7]) : undefined }),
  },
};

const named = Object.entries(populations).map(([name, population]) => ({
  ...population,
  salt: Number.parseInt(idOf(name).slice(0, 8), 16),
}));

/**
 * The populations, each with dice of its own: one roll of the shared dice seeds them all, and the name of its rule tells
 * them apart. So a new rule moves nothing that others draw.
 */
function withOwnDice(dice: Dice): readonly (Population & { readonly own: Dice })[] {
  const seed = dice.below(2 ** 32);
  return named.map(({ salt, ...population }) => ({ ...population, own: new Dice(seed ^ salt) }));
}

/** A plain thing with what each population makes of it, one after the other. */
function grown<Thing extends object>(
  plain: Thing,
  grow: readonly ((soFar: Thing) => Partial<Thing>)[],
): Thing {
  const thing = { ...plain };
  for (const change of grow) Object.assign(thing, change(thing));
  return thing;
}

/** Names of the rules that have an entry. */
export const populated: readonly string[] = Object.keys(populations);

/** Candidates of every kind, with many equal bids, few campaigns and narrow targeting. */
export function somePopulation(dice: Dice, count: number): Candidate[] {
  const grow = withOwnDice(dice).flatMap(({ candidate, own }) =>
    candidate ? [(soFar: Candidate) => candidate(own, soFar)] : [],
  );
  return Array.from({ length: count }, () => {
    const plain = aCandidate({
      name: `creative ${dice.below(1e9)}`,
      campaignId: idOf(`campaign ${dice.below(count)}`),
      impressions: dice.pick([0, 3, 999, 1000, 5000]),
    });
    return grown(plain, grow);
  });
}

export function someImp(dice: Dice): Imp {
  const plain = anImp({ id: String(dice.below(1000)) });
  const grow = withOwnDice(dice).flatMap(({ imp, own }) => (imp ? [() => imp(own)] : []));
  return grown(plain, grow);
}

/** A visitor who may have seen some of these candidates, on a site that may refuse or accept some. */
export function someContext(dice: Dice, candidates: readonly Candidate[]): SelectionContext {
  const plain = aContext({
    seed: dice.below(2 ** 31),
    recentlySeen: new RecentlySeen(dice.isOnce(2) ? dice.some(candidates, 40) : []),
  });
  const grow = withOwnDice(dice).flatMap(({ context, own }) =>
    context ? [(soFar: SelectionContext) => context(own, soFar, candidates)] : [],
  );
  return grown(plain, grow);
}

/** Campaigns that are not eligible. */
export function somePaused(dice: Dice, candidates: readonly Candidate[]): ReadonlySet<string> {
  const all = withOwnDice(dice);
  const paused = candidates.filter(() =>
    all.some(({ isCampaignPaused, own }) => isCampaignPaused?.(own) === true),
  );
  return new Set(paused.map(({ campaignId }) => campaignId));
}
