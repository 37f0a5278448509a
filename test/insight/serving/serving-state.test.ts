import { describe, expect, it } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import { toCampaignServing } from '../../../src/insight/serving/campaign-serving';
import { noOutcomes, type OutcomeSums } from '../../../src/insight/serving/outcome-sums';
import {
  type Budgets,
  budgetsOf,
  servingStateOf,
  type ServingFacts,
} from '../../../src/insight/serving/serving-state';
import type { ServingState } from '../../../src/insight/serving/serving-states';
import type { FindOutcome, OutcomeCounts } from '../../../src/market/outcomes/outcome';
import { aCampaignForSale } from '../../support/budgets';
import { usd } from '../../support/campaigns';

const at = new Date('2026-11-22T10:30:00Z');
const hoursAgo = (hours: number) => new Date(at.getTime() - hours * 3_600_000);
const aRunning = (changes: Partial<Campaign> = {}) =>
  aCampaignForSale({ startsAt: hoursAgo(48), updatedAt: hoursAgo(24), ...changes });
const finds = (counts: OutcomeCounts, more: Partial<OutcomeSums> = {}): OutcomeSums => ({
  ...noOutcomes,
  counts,
  ...more,
});

const none = { budget: null, spent: 0n, setAside: 0n };
const nextDayAt = new Date('2026-11-23T00:00:00Z');
const budgetsWith = (changes: Partial<Budgets>): Budgets => ({
  ...{ limit: null, span: null, nextDayAt },
  spans: { hour: none, day: none, total: none },
  ...changes,
});

const facts = (changes: Partial<ServingFacts> = {}): ServingFacts => ({
  at,
  isOnSchedule: true,
  isForSale: true,
  isWithinTimes: true,
  isWaiting: false,
  isRejected: false,
  refusal: null,
  budgets: budgetsWith({}),
  rateFreshUntil: new Date(at.getTime() + 3_600_000),
  finds: finds({ won: 100 }),
  ...changes,
});

describe('the state of a campaign', () => {
  it.each<[ServingState, Partial<Campaign>, Partial<ServingFacts>]>([
    ['draft', { status: 'draft' }, {}],
    ['paused', { status: 'inactive' }, {}],
    ['suspended', { status: 'suspended', suspendedReason: 'no funds' }, {}],
    ['ended', { endsAt: hoursAgo(1) }, {}],
    ['scheduled', { startsAt: new Date(at.getTime() + 1000) }, {}],
    ['scheduled', {}, { isOnSchedule: false }],
    ['rejected_by_operator', {}, { refusal: { domain: 'evil.example', reason: '' } }],
    ['paused', { status: 'inactive' }, { refusal: { domain: 'evil.example', reason: '' } }],
    ['waiting_for_review', {}, { isForSale: false, isWaiting: true, isRejected: true }],
    ['rejected_by_operator', {}, { isForSale: false, isRejected: true }],
    ['no_active_creative', {}, { isForSale: false }],
    ['creatives_not_scheduled', {}, { isWithinTimes: false, rateFreshUntil: null }],
    ['no_exchange_rate', {}, { rateFreshUntil: null }],
    ['running', { priority: 'house' }, { rateFreshUntil: null }],
    ['limited_by_budget', {}, { budgets: budgetsWith({ limit: 'set_aside' }) }],
    ['running', {}, {}],
  ])('is %s where the campaign is %j and around it %j', (state, campaign, around) => {
    expect(servingStateOf(aRunning(campaign), facts(around))).toEqual({ state, keptAwayBy: null });
  });

  it.each<[ServingState, FindOutcome | null, OutcomeCounts]>([
    ['no_inventory', 'type', { medium: 40, size: 60, type: 1 }],
    ['no_inventory', 'own_site', { size: 60, own_site: 1 }],
    ['rejected_by_publishers', 'publisher', { size: 60, publisher: 1 }],
    ['too_narrow', 'targeting', { size: 60, publisher: 20, targeting: 1 }],
    ['limited_by_frequency', 'frequency', { targeting: 60, frequency: 1 }],
    ['limited_by_frequency', 'frequency', { frequency: 60, price: 20, won: 20 }],
    ['limited_by_frequency', 'frequency', { frequency: 60, lot: 20 }],
    ['limited_by_frequency', 'unknown_visitor', { targeting: 60, unknown_visitor: 1 }],
    ['limited_by_frequency', 'creative_frequency', { frequency: 10, creative_frequency: 60 }],
    [
      'limited_by_frequency',
      'unknown_visitor',
      { unknown_visitor: 30, frequency: 20, creative_frequency: 10, won: 40 },
    ],
    ['limited_by_page', 'competitor', { frequency: 60, competitor: 1 }],
    ['limited_by_page', 'on_page', { competitor: 9, on_page: 1 }],
    ['limited_by_page', 'roadblock', { roadblock: 60 }],
    ['limited_by_page', 'on_page', { competitor: 20, on_page: 40, won: 30 }],
    ['outbid', 'floor', { targeting: 60, floor: 1 }],
    ['outbid', 'price', { targeting: 60, budget: 5, price: 1 }],
    ['limited_by_budget', 'budget', { targeting: 60, budget: 1 }],
    ['outbid', 'price', { floor: 20, price: 40, won: 30, lot: 10 }],
    ['limited_by_budget', 'budget', { budget: 60, won: 30, price: 10 }],
    ['limited_by_unseen', 'unseen', { targeting: 60, unseen: 1 }],
    ['limited_by_unseen', 'unseen', { unseen: 50, lot: 40 }],
    ['limited_by_priority', 'share_of_voice', { share_of_voice: 60 }],
    ['limited_by_priority', 'priority', { priority: 60 }],
    ['limited_by_priority', 'priority', { priority: 60, won: 40 }],
    ['running', null, { frequency: 50, won: 50 }],
    ['running', null, { price: 50, won: 40, lot: 10 }],
    ['running', null, { schedule: 60 }],
    ['running', null, { lot: 40 }],
    ['running', null, { size: 9 }],
  ])('is %s for %s where finds ended so: %j', (state, keptAwayBy, counts) => {
    const found = servingStateOf(aRunning(), facts({ finds: finds(counts) }));
    expect(found).toEqual({ state, keptAwayBy });
  });

  it('is no limit where it gives way as it is meant to, and wins some', () => {
    const stateOf = (priority: Campaign['priority'], counts: OutcomeCounts) =>
      servingStateOf(aRunning({ priority }), facts({ finds: finds(counts) })).state;
    expect(stateOf('house', { priority: 90, won: 10 })).toBe('running');
    expect(stateOf('house', { priority: 90 })).toBe('limited_by_priority');
    expect(stateOf('sponsorship', { share_of_voice: 70, won: 30 })).toBe('running');
    expect(stateOf('sponsorship', { share_of_voice: 70 })).toBe('limited_by_priority');
  });

  it('is scheduled where no visitor’s clock was within the hours', () => {
    const of = (changes: Partial<Campaign>) =>
      servingStateOf(aRunning(changes), facts({ finds: finds({ schedule: 60 }) }));
    expect(of({ scheduleClock: 'visitor' })).toEqual({
      state: 'scheduled',
      keptAwayBy: 'schedule',
    });
    expect(of({ scheduleClock: 'campaign' })).toEqual({ state: 'running', keptAwayBy: null });
  });

  it('says that nobody asks for ads only after an hour', () => {
    const stateAfter = (changes: Partial<Campaign>) =>
      servingStateOf(aRunning(changes), facts({ finds: noOutcomes })).state;
    expect(stateAfter({ updatedAt: hoursAgo(0.5) })).toBe('running');
    expect(stateAfter({ startsAt: hoursAgo(0.5) })).toBe('running');
    expect(stateAfter({})).toBe('no_inventory');
  });
});

describe('a budget', () => {
  const of = (budget: string, spent: string, setAside: string) => ({
    ...{ budget: usd(budget), spent: usd(spent), setAside: usd(setAside) },
  });
  const limitOf = (budget: string, spent: string, setAside: string, cost = '0.01') =>
    budgetsOf(
      { hour: of(budget, spent, setAside), day: none, total: none },
      { offerCost: usd(cost), nextDayAt },
    ).limit;

  it.each([
    [of('1', '0.5', '0'), of('9', '9', '0'), none, 'day', 'used'],
    [of('1', '1', '0'), of('9', '9', '0'), of('20', '20', '0'), 'total', 'used'],
    [of('1', '1', '0'), of('9', '8', '1'), none, 'hour', 'used'],
    [of('1', '0', '1'), of('9', '8', '1'), none, 'day', 'set_aside'],
    [of('1', '0', '0'), of('9', '1', '1'), of('20', '21', '0'), 'total', 'lowered'],
    [of('1', '0', '0'), of('9', '1', '1'), of('20', '10', '0'), null, null],
  ] as const)(
    'of hour %j, day %j, all %j: that of the %s is %s',
    (hour, day, total, span, limit) => {
      const found = budgetsOf({ hour, day, total }, { offerCost: usd('0.01'), nextDayAt });
      expect(found).toMatchObject({ span, limit });
    },
  );

  it.each([
    ['1', '0.5', '0.49', null],
    ['1', '0.5', '0.495', 'set_aside'],
    ['1', '0.995', '0', 'used'],
    ['1', '1', '0', 'used'],
    ['0.9', '1', '0', 'lowered'],
  ])('of %s USD with %s spent and %s set aside is limited by %s', (budget, spent, open, limit) => {
    expect(limitOf(budget, spent, open)).toBe(limit);
  });

  it('limits nothing that is free, unless it was lowered', () => {
    expect(limitOf('1', '1', '0', '0')).toBeNull();
    expect(limitOf('0.5', '1', '0', '0')).toBe('lowered');
  });

  it('limits no campaign that costs nothing by its priority', () => {
    const hour = of('0.5', '1', '0');
    const found = budgetsOf({ hour, day: none, total: none }, { offerCost: null, nextDayAt });
    expect(found).toMatchObject({ span: null, limit: null });
  });
});

describe('what is told beside the state', () => {
  it('has no missing rate among what keeps a campaign away that costs nothing', () => {
    const withoutRate = facts({ rateFreshUntil: null });
    const hindrancesOf = (changes: Partial<Campaign>) =>
      toCampaignServing(aRunning(changes), withoutRate).hindrances;
    expect(hindrancesOf({})).toEqual(['no_exchange_rate']);
    expect(hindrancesOf({ priority: 'sponsorship' })).toEqual([]);
  });

  const told = (sums: OutcomeSums) =>
    toCampaignServing(aRunning(), facts({ finds: sums, budgets: lowered }));
  const lowered = budgetsWith({
    ...{ limit: 'lowered', span: 'hour' },
    spans: {
      hour: { budget: usd('0.5'), spent: usd('1'), setAside: usd('0.25') },
      day: { ...none, spent: usd('3') },
      total: { ...none, spent: usd('7') },
    },
  });

  it('has shares of what it fitted, the winning price, and what removes most', () => {
    const sums = finds(
      { targeting: 900, floor: 10, price: 20, budget: 40, won: 30 },
      {
        unmet: new Map([
          ['requires user:country', 3],
          ['excludes device:type', 9],
        ]),
        prices: new Map([[0, 20]]),
      },
    );
    expect(told(sums)).toMatchObject({
      ...{ finds: 1000n, lostToPrice: 0.3, lostToBudget: 0.4 },
      ...{ typicalWinningCpm: usd('1'), narrowestFeature: 'excludes device:type' },
      ...{ budgetLimit: 'lowered', spent: usd('1'), setAside: usd('0.25') },
      hindrances: ['budget_used'],
    });
  });

  it('tells no price and no share of a handful of finds', () => {
    expect(told(finds({ price: 9 }, { prices: new Map([[0, 9]]) }))).toMatchObject({
      ...{ lostToPrice: null, lostToBudget: null, typicalWinningCpm: null, narrowestFeature: null },
    });
  });

  it('has the share of what keeps it away in the finds that met its targeting', () => {
    expect(told(finds({ targeting: 900, frequency: 60, won: 40 }))).toMatchObject({
      ...{ keptAwayBy: null, keptAwayShare: null },
    });
    const toldOf = (counts: OutcomeCounts) =>
      toCampaignServing(aRunning(), facts({ finds: finds(counts) }));
    expect(toldOf({ targeting: 900, frequency: 60, won: 40 })).toMatchObject({
      ...{ state: 'limited_by_frequency', keptAwayBy: 'frequency', keptAwayShare: 0.6 },
    });
    expect(toldOf({ targeting: 900, frequency: 8, won: 1 }).keptAwayShare).toBeNull();
    expect(toldOf({ targeting: 900, frequency: 90 }).keptAwayShare).toBeNull();
    expect(toldOf({ size: 900, targeting: 9 })).toMatchObject({
      ...{ keptAwayBy: 'targeting', keptAwayShare: null },
    });
  });

  it('names the state, not its figures', () => {
    const revisionOf = (campaign: Campaign, sums: OutcomeSums) =>
      toCampaignServing(campaign, facts({ finds: sums })).revision;
    const running = revisionOf(aRunning(), finds({ won: 10 }));
    expect(revisionOf(aRunning(), finds({ won: 11 }))).toBe(running);
    const outbid = revisionOf(aRunning(), finds({ price: 11 }));
    expect(outbid).not.toBe(running);
    expect(revisionOf(aRunning(), finds({ floor: 11 }))).not.toBe(outbid);
  });
});
