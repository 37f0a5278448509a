import { describe, expect, it } from '@jest/globals';
import type { CreativeTimes } from '../../../src/demand/creatives/creative.resource';
import { type Campaign, campaignResource } from '../../../src/demand/campaigns/campaign.resource';
import { defaultTaxonomy } from '../../../src/demand/taxonomy/default-taxonomy';
import { parseConfig } from '../../../src/config';
import { listExportable } from '../../../src/money/peer-export/list-exportable.service';
import { toldBudgetOf } from '../../../src/money/peer-export/peer-budget';
import { CandidateIndex } from '../../../src/market/selection/index/candidate-index';
import { exampleOf } from '../../../src/platform/resources/resource';

const now = new Date('2026-02-09T12:00:00Z');
const creative = {
  ...({
    type: 'image',
    mime: 'image/png',
    scope: '300x250',
    keywords: {},
    alt: null,
    impressionPixels: null,
    weight: 1,
    frequencyCaps: null,
  } as const),
  hash: '829c3804401b0727f70f73d4415e162400cbe57b',
};

/** @param rpms by campaign id */
function listOf(
  campaigns: Iterable<Campaign>,
  given: {
    readonly rpms?: Readonly<Record<string, number>>;
    readonly creatives?: number;
    readonly times?: CreativeTimes;
    readonly frequencyCaps?: readonly string[];
    /** USD of 10^-11 that everything has spent of its day and in all. */
    readonly spent?: bigint;
    /** Is told of what money is read for. */
    readonly onMoney?: (ids: readonly string[]) => void;
  } = {},
) {
  const { rpms = {}, creatives = 1, times = null, spent = 0n, frequencyCaps = null } = given;
  return listExportable({
    config: parseConfig({ ADGATE_DATA_DIR: '/tmp' }),
    taxonomy: { current: defaultTaxonomy },
    inventory: {
      index: CandidateIndex.of([]),
      hoursOfWeek: () => new Map([['UTC', ['12']]]),
      campaigns: () => campaigns,
      creativesOf: (campaignId) =>
        Array.from({ length: creatives }, (_, at) => ({
          ...creative,
          id: `${at}`,
          campaignId,
          times,
          frequencyCaps,
        })),
      priceAt: (id) => ({ rpm: rpms[id] ?? 0, viewPrice: 0n, clickPrice: 0n, offerCost: 0n }),
    },
    campaignHours: {
      list: () => Promise.resolve(new Map()),
      periods: {
        list(ids) {
          given.onMoney?.(ids);
          return Promise.resolve(new Map(ids.map((id) => [id, { spent, version: 1 }])));
        },
      },
    },
    peerPrices: { findMaxCpm: ({ maxCpm }) => Promise.resolve(maxCpm) },
    now: () => now,
  });
}

const aCampaign = (changes: Partial<Campaign>): Campaign => ({
  ...exampleOf(campaignResource),
  showsOnPeers: true,
  maxCpm: 10n ** 11n,
  hourlyBudget: 10n ** 12n,
  ...changes,
});
const idsOf = async (list: ReturnType<typeof listOf>) =>
  (await list).map(({ campaign: { id } }) => id);

describe('the choice of campaigns for other servers', () => {
  it('takes those that may be shown there and run now, the best first', async () => {
    const soon = new Date(now.getTime() + 1);
    const campaigns = [
      aCampaign({ id: 'worse' }),
      aCampaign({ id: 'best' }),
      aCampaign({ id: 'here alone', showsOnPeers: false }),
      aCampaign({ id: 'where views are measured', requiresViewability: true }),
      aCampaign({ id: 'house ads', priority: 'house' }),
      aCampaign({ id: 'sponsorship', priority: 'sponsorship' }),
      aCampaign({ id: 'not yet', startsAt: soon }),
      aCampaign({ id: 'over', endsAt: now }),
      aCampaign({ id: 'in its hours', timeZone: 'UTC', schedule: ['Mo 12:00-13:00'] }),
      aCampaign({ id: 'outside its hours', timeZone: 'UTC', schedule: ['Mo 13:00-14:00'] }),
      aCampaign({
        id: 'for known visitors',
        frequencyCaps: ['1/day'],
        showsToUnknownVisitors: false,
      }),
      aCampaign({ id: 'without a price', maxCpm: null }),
      aCampaign({ id: 'without budget', hourlyBudget: 1n }),
    ];
    const list = listOf(campaigns, { rpms: { worse: 1, best: 2, 'here alone': 3, over: 4 } });
    expect(await idsOf(list)).toEqual(['best', 'worse', 'in its hours']);
  });

  it('ends at 5,000 campaigns, and at 20,000 creatives', async () => {
    const many = Array.from({ length: 5_001 }, (_, at) => aCampaign({ id: `${at}` }));
    expect(await idsOf(listOf(many))).toHaveLength(5_000);
    const few = await listOf(many.slice(0, 5), { creatives: 4_999 });
    expect(few.map(({ creatives }) => creatives.length)).toEqual([4_999, 4_999, 4_999, 4_999, 4]);
  });

  it('reads no money of campaigns behind those', async () => {
    const many = Array.from({ length: 6_000 }, (_, at) =>
      aCampaign({ id: `${at}`, totalBudget: 10n ** 12n }),
    );
    const read = new Set<string>();
    const onMoney = (ids: readonly string[]) => {
      for (const id of ids) read.add(id);
    };
    expect(await idsOf(listOf(many, { onMoney }))).toHaveLength(5_000);
    expect([read.has('4999'), read.has('5999')]).toEqual([true, false]);
  });

  it('gives way to others as it goes through many', async () => {
    let hadTurn = false;
    let isGivenWay = false;
    const campaign = aCampaign({});
    function* many() {
      for (let at = 0; at < 2_000; at += 1) yield campaign;
      isGivenWay = hadTurn;
    }
    setImmediate(() => {
      hadTurn = true;
    });
    // One that changes meanwhile comes more than once.
    expect(await listOf(many())).toHaveLength(1);
    expect(isGivenWay).toBe(true);
  });

  it('tells the price of views that are not measured', async () => {
    const [one] = await listOf([aCampaign({ maxCpm: 333n, unmeasuredPrice: 50 })]);
    expect(one?.maxCpm).toBe(166n);
  });

  it('leaves out creatives whose own times are not now, and campaigns that have no other', async () => {
    const one = await listOf([aCampaign({})], { times: { startsAt: now, endsAt: null } });
    expect(one).toHaveLength(1);
    const over = await listOf([aCampaign({})], { times: { startsAt: null, endsAt: now } });
    expect(over).toEqual([]);
  });

  it('leaves out creatives with caps of campaigns for known visitors, as nobody is known there', async () => {
    const frequencyCaps = ['1/day'];
    expect(await listOf([aCampaign({})], { frequencyCaps })).toHaveLength(1);
    const forKnown = aCampaign({ showsToUnknownVisitors: false });
    expect(await listOf([forKnown], { frequencyCaps })).toEqual([]);
    expect(await listOf([forKnown])).toHaveLength(1);
  });

  it('tells half of the budget, without the fee', async () => {
    const [one] = await listOf([aCampaign({})]);
    expect(one?.budget).toBe(495_000_000_000n);
    const whole = { share: 100, communityFee: 0, left: null };
    const told = toldBudgetOf(10n ** 12n, { ...whole, demandFee: 297 });
    expect(told).toBe(970_300_000_000n);
    const both = toldBudgetOf(10n ** 12n, { ...whole, demandFee: 100, communityFee: 100 });
    expect(both).toBe(980_100_000_000n);
  });

  it.each([
    ['day', { dailyBudget: 10n ** 12n }],
    ['total', { totalBudget: 10n ** 12n }],
  ])('tells no more than the %s has left', async (_span, budget) => {
    const left = 10n ** 11n;
    const [one] = await listOf([aCampaign(budget)], { spent: 10n ** 12n - left });
    expect(one?.budget).toBe(99_000_000_000n);
    expect(await listOf([aCampaign(budget)], { spent: 10n ** 12n })).toEqual([]);
    expect(await listOf([aCampaign(budget)], { spent: 2n * 10n ** 12n })).toEqual([]);
  });
});
