import { describe, expect, it } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import {
  Replay,
  type ReplayTerms,
  triedId,
  type TriedCampaign,
} from '../../../src/market/replay/replay';
import type { ReplayCount } from '../../../src/market/replay/replay-count';
import type { RecentFind } from '../../../src/market/replay/recent-finds';
import { CategorizedCampaigns } from '../../../src/market/inventory/categorized-campaigns';
import { WeekHours } from '../../../src/market/inventory/week-hours';
import { CandidateIndex } from '../../../src/market/selection/index/candidate-index';
import type { Candidate } from '../../../src/market/selection/types';
import { toKnownSite } from '../../../src/market/serving/known-supply';
import { exampleOf } from '../../../src/platform/resources/resource';
import { campaignResource } from '../../../src/demand/campaigns/campaign.resource';
import { placementResource } from '../../../src/supply/placements/placement.resource';
import { type Site, siteResource } from '../../../src/supply/sites/site.resource';
import { defaultTaxonomy } from '../../../src/demand/taxonomy/default-taxonomy';
import { hourMs } from '../../../src/time';
import { usd } from '../../support/campaigns';
import { aCandidate, idOf } from '../selection/factories';

const hour = Date.parse('2026-05-01T12:00:00Z');

function aFind(
  site: Partial<Site> = {},
  find: Partial<RecentFind['find']> = {},
  page: RecentFind['page'] = null,
): RecentFind {
  const known = toKnownSite(
    { ...exampleOf(siteResource), medium: 'web', vendor: null, ...site },
    null,
  );
  return {
    weight: 10,
    page,
    find: {
      placementId: 'p',
      isTopFrame: null,
      visitor: {
        device: { type: 'desktop', os: 'unix', browser: 'firefox' },
        languages: [],
        country: null,
        hasWallet: false,
      },
      isTracked: true,
      seen: 0,
      refusesPeers: false,
      isFromTag: true,
      ...find,
    },
    known: {
      placement: exampleOf(placementResource),
      taxonomy: defaultTaxonomy,
      scopes: ['300x250'],
      bidFloor: undefined,
      site: known,
    },
  };
}

/** Campaigns by name, with USD an hour and USD for 1,000 views. */
interface Market {
  readonly finds?: readonly RecentFind[];
  readonly rivals?: Readonly<
    Record<string, Partial<Candidate> & { readonly budget?: string; readonly daily?: string }>
  >;
  /** Names of rivals that show each creative once a page. */
  readonly shownOnce?: readonly string[];
  /** Names of rivals that are shown beside no competitor. */
  readonly excluding?: readonly string[];
  readonly own?: Partial<Candidate>;
  readonly campaign?: Partial<TriedCampaign>;
  readonly terms?: Partial<ReplayTerms>;
  /** Names of rivals that want all placements of a find. */
  readonly roadblocks?: readonly string[];
  /** Begins of the hours in which the finds are; each has all of them. */
  readonly hours?: readonly number[];
}

function replay({ finds, rivals = {}, own = {}, campaign = {}, ...asked }: Market): ReplayCount {
  const { hours = [hour], terms, roadblocks = [], shownOnce = [], excluding = [] } = asked;
  const known = { impressions: 10_000, medium: 'web', scope: '300x250' };
  const index = CandidateIndex.of(
    Object.entries(rivals).map(([name, { budget: _budget, daily: _daily, ...rival }]) =>
      aCandidate({ ...known, name, campaignId: idOf(name), ...rival }),
    ),
  );
  const budgets = new Map(
    Object.entries(rivals).map(([name, { budget = '1000' }]) => [idOf(name), usd(budget)]),
  );
  const days = new Map(
    Object.entries(rivals).flatMap(([name, { daily }]) =>
      daily === undefined ? [] : [[idOf(name), usd(daily)] as const],
    ),
  );
  const competitors = new CategorizedCampaigns();
  for (const [name, { category = '' }] of Object.entries(rivals))
    competitors.set({
      ...{ id: idOf(name), advertiserId: idOf(`advertiser of ${name}`) },
      ...{ category: category || null, competitiveExclusion: excluding.includes(name) },
    });
  const market = {
    index,
    competitors,
    shownOncePerPage: new Set(shownOnce.map(idOf)),
    hoursOfWeek: () => new Map(),
    findCapped: () => null,
    roadblockOf: new Map(roadblocks.map((name) => [idOf(name), idOf(name)])),
    creativeIdsOf: (id: string) =>
      new Set(
        Object.keys(rivals)
          .filter((name) => idOf(name) === id)
          .map(idOf),
      ),
    findCampaign: (id: string): Campaign => ({
      ...exampleOf(campaignResource),
      roadblock: roadblocks.some((name) => idOf(name) === id),
      hourlyBudget: budgets.get(id) ?? 0n,
      dailyBudget: days.get(id) ?? null,
      timeZone: 'UTC',
    }),
  };
  const tried: TriedCampaign = {
    medium: 'web',
    timeZone: 'UTC',
    scheduleClock: 'campaign',
    hourlyBudget: usd('1000'),
    dailyBudget: null,
    totalBudget: null,
    frequencyCaps: null,
    advertiserId: idOf('advertiser'),
    category: null,
    competitiveExclusion: false,
    showsOncePerPage: false,
    roadblock: false,
    replacedId: null,
    candidates: [aCandidate({ ...known, name: 'own', ...own, campaignId: triedId })],
    ...campaign,
  };
  const ofHour = finds ?? Array.from({ length: 20 }, () => aFind());
  const steps = new Replay(market, tried, {
    ...{ viewRate: 1, auctionType: 'first_price', ...terms },
  }).run(hours.map((at) => ({ at, finds: ofHour })));
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

describe('a replay of finds with one campaign more', () => {
  it('counts finds whose visitors are not known, where the campaign is shown and where it is not', () => {
    const strangers = Array.from({ length: 5 }, () => aFind({}, { isTracked: false }));
    const finds = [...Array.from({ length: 15 }, () => aFind()), ...strangers];
    const counted = { finds: 200, untracked: 50 };
    expect(replay({ finds })).toMatchObject({ ...counted, fits: 200 });
    const own = { requiresKnownVisitor: true };
    expect(replay({ finds, own })).toMatchObject({ ...counted, fits: 150 });
  });

  it('wins what selection gives to it, and says what the others bid', () => {
    const rivals = { low: { effectiveRpm: 2 } };
    const dear = replay({ rivals, own: { effectiveRpm: 3 } });
    expect(dear).toMatchObject({ sampled: 20, sampledFits: 20, fits: 200, won: 200, paid: 200 });
    expect(dear.cost).toBeCloseTo(0.6);
    expect([...dear.prices.values()]).toEqual([200]);
    expect(replay({ rivals, own: { effectiveRpm: 1 } })).toMatchObject({
      fits: 200,
      won: 0,
      cost: 0,
    });
  });

  it('fits where every rule lets it, and counts finds of its medium alone', () => {
    const finds = [aFind({ categories: ['news'] }), aFind(), aFind({ medium: 'metaverse' })];
    const own = { effectiveRpm: 1, requires: new Map([['site:category', ['news']]]) };
    expect(replay({ finds, own })).toMatchObject({ sampled: 2, sampledFits: 1, paid: 10 });
  });

  it('ends where the hour’s budget ends, and has what dearer ones leave by theirs', () => {
    const rivals = { dear: { effectiveRpm: 10, budget: '0.5' } };
    // The dear one can pay for 50 finds, and the tried one for 100 of the others.
    const campaign = { hourlyBudget: usd('0.5') };
    const count = replay({ rivals, own: { effectiveRpm: 5 }, campaign });
    expect(count.won).toBeGreaterThanOrEqual(140);
    expect(count.won).toBeLessThanOrEqual(150);
    expect(count.paid).toBeCloseTo(100);
    expect(count.cost).toBeCloseTo(0.5);
  });

  it('ends where the day’s budget ends, and begins again with the next day', () => {
    const hours = [9, 10, 11, 12, 24].map(
      (after) => Date.parse('2026-05-01T00:00Z') + after * hourMs,
    );
    // Each hour has 200 finds at 0.005 USD.
    const campaign = { dailyBudget: usd('1.5') };
    const count = replay({ hours, own: { effectiveRpm: 5 }, campaign });
    expect(count).toMatchObject({ fits: 1_000, won: 1_000 });
    expect(count.paid).toBeCloseTo(300 + 200);
    expect(count.cost).toBeCloseTo(2.5);
  });

  it('has what dearer ones leave by their budget of the day, to its end', () => {
    const hours = [9, 10, 11].map((after) => Date.parse('2026-05-01T00:00Z') + after * hourMs);
    const rivals = { dear: { effectiveRpm: 10, daily: '1' } };
    const count = replay({ hours, rivals, own: { effectiveRpm: 5 } });
    // The dear one can pay for 100 finds of 600, and takes one of the sample more at most.
    expect(count.won).toBeGreaterThanOrEqual(490);
    expect(count.won).toBeLessThanOrEqual(500);
  });

  it('ends where the budget of all its time ends', () => {
    const hours = [0, 24, 48].map((after) => hour + after * hourMs);
    const campaign = { dailyBudget: usd('1'), totalBudget: usd('1.5') };
    const count = replay({ hours, own: { effectiveRpm: 5 }, campaign });
    expect(count.cost).toBeCloseTo(1.5);
    expect(count.paid).toBeCloseTo(300);
  });

  it('costs the second price where that is today’s, and its bid at most', () => {
    const terms = { auctionType: 'second_price' } as const;
    const rivals = { low: { effectiveRpm: 2 } };
    expect(replay({ terms, rivals, own: { effectiveRpm: 5 } }).cost).toBeCloseTo(0.4);
    expect(replay({ terms, own: { effectiveRpm: 5 } }).cost).toBe(0);
    // The dear one pays what the tried one bids: 0.5 USD are 100 finds at 5.
    const dear = { dear: { effectiveRpm: 10, budget: '0.5' } };
    const count = replay({ terms, rivals: dear, own: { effectiveRpm: 5 } });
    expect(count.won).toBeGreaterThanOrEqual(90);
    expect(count.won).toBeLessThanOrEqual(100);
  });

  it('costs nothing on a site of its own account, and uses up no budget there', () => {
    const publisherId = idOf('owner');
    const { known, ...find } = aFind();
    const onSite = { ...find, known: { ...known, placement: { ...known.placement, publisherId } } };
    const own = { effectiveRpm: 5, advertiserId: publisherId };
    const campaign = { hourlyBudget: usd('0.05') };
    const finds = [...Array.from({ length: 19 }, () => onSite), aFind()];
    const count = replay({ finds, own, campaign });
    expect(count).toMatchObject({ won: 200, paid: 200 });
    // The find elsewhere alone.
    expect(count.cost).toBeCloseTo(0.05);
    const rivals = { rival: { effectiveRpm: 9, advertiserId: publisherId, budget: '0.05' } };
    expect(replay({ finds: finds.slice(1, 19), rivals, own: { effectiveRpm: 5 } }).won).toBe(0);
  });

  it('bids what modifiers make of its bid, and costs as much', () => {
    const none: ReadonlyMap<string, number> = new Map();
    const devices = new Map([['desktop', 50]]);
    const modifiers = { devices, countries: none, hours: none, timeZone: 'UTC' };
    const own = { effectiveRpm: 4, modifiers };
    const count = replay({ rivals: { low: { effectiveRpm: 1 } }, own });
    expect(count.won).toBe(200);
    expect(count.cost).toBeCloseTo(0.4);
    expect(replay({ rivals: { high: { effectiveRpm: 3 } }, own }).won).toBe(0);
  });

  it('is shown in the hours of its schedule, by its clock', () => {
    // Midnight of Saturday in Tokyo.
    const midnight = Date.parse('2026-05-01T15:00Z');
    const hours = [-1, 0, 1, 2, 24].map((after) => midnight + after * hourMs);
    for (const scheduleClock of ['campaign', 'visitor'] as const) {
      const campaign = { schedule: ['Sa 00:00-02:00'], timeZone: 'Asia/Tokyo', scheduleClock };
      const schedule = new WeekHours().termsOf(campaign);
      const count = replay({ hours, campaign, own: { schedule } });
      expect(count).toMatchObject({ finds: 1_000, fits: 400, won: 400 });
    }
  });

  it('takes no part in the campaign as it is for sale', () => {
    const rivals = { former: { effectiveRpm: 9 } };
    const own = { effectiveRpm: 1 };
    expect(replay({ rivals, own }).won).toBe(0);
    expect(replay({ rivals, own, campaign: { replacedId: idOf('former') } }).won).toBe(200);
  });

  it('shows a visitor who had seen ads as many before, and keeps to caps', () => {
    const finds = Array.from({ length: 20 }, () => aFind({}, { seen: 1 }));
    const rivals = { other: { effectiveRpm: 2 } };
    // The dearer one was just seen: the other one’s turn.
    expect(replay({ finds, rivals, own: { effectiveRpm: 3 } }).won).toBe(0);
    expect(replay({ finds, rivals, own: { effectiveRpm: 1.9 } }).won).toBe(200);
    const capped = { frequencyCaps: ['1/day'] };
    expect(replay({ finds, own: { effectiveRpm: 3 } })).toMatchObject({ sampledFits: 20 });
    expect(replay({ finds, own: { effectiveRpm: 3 }, campaign: capped })).toMatchObject({
      sampledFits: 0,
    });
  });

  it('counts publishers, and sites that nobody has claimed as one each', () => {
    const nobody = '0'.repeat(32);
    const finds = [
      aFind({ id: 'a', publisherId: 'p' }),
      aFind({ id: 'b', publisherId: 'p' }),
      aFind({ id: 'c', publisherId: nobody }),
      aFind({ id: 'd', publisherId: nobody }),
    ];
    expect(replay({ finds, own: {} }).publishersOfFits.size).toBe(3);
  });

  describe('of a page of three placements', () => {
    const { known } = aFind();
    const wide = { ...known, scopes: ['728x90'] };
    /** The placements of a page, of which the one at `position` is replayed. */
    const onPage = (position: number, places = [known, known, known]) => ({
      ...aFind(
        {},
        {},
        {
          position,
          placements: places.map((one) => ({
            ...one,
            known: one,
            placementId: 'p',
            isTopFrame: null,
          })),
        },
      ),
      known: places[position] ?? known,
    });
    const won = (asked: Market, position: number, places = [known, known, known]) =>
      replay({ ...asked, finds: [onPage(position, places)] }).won;

    it('gives a roadblock all placements, or none', () => {
      const wall = { campaign: { roadblock: true }, own: { effectiveRpm: 3 } };
      const rivals = { rival: { effectiveRpm: 2 } };
      for (const position of [0, 1, 2]) {
        expect(won({ ...wall, rivals }, position)).toBe(10);
        // No creative fits the third placement.
        expect(won({ ...wall, rivals }, position, [known, known, wide])).toBe(0);
        // Two views of one visitor are fewer than three placements.
        const capped = { ...wall.campaign, frequencyCaps: ['2/day'] };
        expect(won({ ...wall, rivals, campaign: capped }, position)).toBe(0);
      }
    });

    it('gives a roadblock placements behind the first only where it wins that', () => {
      const campaign = { roadblock: true };
      const rivals = { rival: { effectiveRpm: 5, scope: '728x90' } };
      const own = { effectiveRpm: 3 };
      expect(won({ campaign, own, rivals }, 1, [known, known])).toBe(10);
      expect(won({ campaign, own, rivals }, 1, [wide, known])).toBe(0);
    });

    const cars = { category: 'IAB2-3' };
    const alone = { ...cars, competitiveExclusion: true };
    const dealer = { effectiveRpm: 5, scope: '728x90', ...cars };
    it.each<[string, Market]>([
      ['the rival asks for it', { campaign: cars, excluding: ['rival'] }],
      ['the campaign asks for it', { campaign: alone }],
      ['one category is a part of the other', { campaign: { ...alone, category: 'IAB2' } }],
    ])('gives nothing beside a competitor, where %s', (_case, asked) => {
      const market = { rivals: { rival: dealer }, own: { effectiveRpm: 3 }, ...asked };
      const behind = replay({ ...market, finds: [onPage(1, [wide, known])] });
      expect(behind).toMatchObject({ fits: 10, won: 0 });
      expect(won(market, 0, [known, wide])).toBe(10);
      const others = [
        { campaign: { ...asked.campaign, category: 'IAB3' } },
        { excluding: [], campaign: cars },
      ];
      for (const other of others) expect(won({ ...market, ...other }, 1, [wide, known])).toBe(10);
    });

    it('keeps competitors of the campaign from placements behind it', () => {
      const rivals = { rival: { ...dealer, scope: '300x250', effectiveRpm: 2 } };
      const own = { effectiveRpm: 3 };
      // The visitor has just seen the campaign, and the rival would be next.
      expect(won({ rivals, own, campaign: cars }, 1)).toBe(0);
      expect(won({ rivals, own, campaign: alone }, 1)).toBe(10);
    });

    it('shows a creative once where its campaign asks for that', () => {
      const own = { effectiveRpm: 3 };
      const campaign = { showsOncePerPage: true };
      expect(won({ own, campaign }, 0)).toBe(10);
      expect(replay({ own, campaign, finds: [onPage(1)] })).toMatchObject({ fits: 10, won: 0 });
      expect(won({ own }, 1)).toBe(10);
    });

    it('has what a rival leaves that is shown once a page', () => {
      const rivals = { rival: { effectiveRpm: 100 } };
      const own = { effectiveRpm: 1 };
      // The rival is the last choice in the second placement, and no more in the third.
      expect([0, 1, 2].map((at) => won({ rivals, own }, at))).toEqual([0, 10, 0]);
      const once = { rivals, own, shownOnce: ['rival'] };
      expect([0, 1, 2].map((at) => won(once, at))).toEqual([0, 10, 10]);
    });

    it('leaves nothing to others where a rival has all placements', () => {
      const rivals = { wall: { effectiveRpm: 4 } };
      const own = { effectiveRpm: 3 };
      expect(won({ rivals, own, roadblocks: ['wall'] }, 2)).toBe(0);
      // It cannot have the first.
      expect(won({ rivals, own, roadblocks: ['wall'] }, 2, [wide, known, known])).toBe(10);
    });

    it('tries a roadblock behind four that lack a size', () => {
      const others = ['a', 'b', 'c', 'd'];
      const rivals = Object.fromEntries(others.map((name) => [name, { effectiveRpm: 9 }]));
      const candidates = ['300x250', '728x90'].map((scope) =>
        aCandidate({ name: scope, campaignId: triedId, scope, effectiveRpm: 5 }),
      );
      const market = { campaign: { roadblock: true, candidates }, rivals, roadblocks: others };
      expect(won(market, 1, [known, wide])).toBe(10);
      expect(won(market, 1, [known, known])).toBe(0);
    });
  });
});
