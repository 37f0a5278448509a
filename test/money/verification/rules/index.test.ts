import { describe, expect, it } from '@jest/globals';
import { maxAmount } from '../../../../src/amount';
import type { PeerCase } from '../../../../src/market/events/peer-case';
import type { RecordedConversion } from '../../../../src/market/recorded-conversions/recorded-conversion';
import type {
  ConversionFacts,
  EventOutcome,
} from '../../../../src/money/verification/judge/conversion-rule';
import type { EventFacts, JudgedEvent } from '../../../../src/money/verification/judge/event-rule';
import {
  conversionRules,
  eventRules,
  verdictRules,
} from '../../../../src/money/verification/rules/index';
import { rejectionReasons } from '../../../../src/money/verification/verdict';
import { read, rowsOf } from '../../../docs/documents';
import { anEvent } from '../../../support/events';

const none = { visitor: 0, network: 0, pair: 0, site: 0 };
const atLimit = { visitor: 5, network: 5, pair: 5, site: 5 };
const facts: EventFacts = {
  campaign: 'running',
  advertiser: 'running',
  creative: 'running',
  site: 'running',
  publisher: 'running',
  peer: null,
  isNamedByHost: null,
  view: null,
  isLocal: false,
  isOwn: false,
  cases: none,
  clicks: none,
  limits: {
    cases: atLimit,
    anonymousCases: 8,
    clickShares: { visitor: 25, network: 5, pair: 5, site: 10 },
    leastViewMs: 1_000,
    leastClickMs: 200,
    conversions: 5,
  },
  price: 100n,
  budget: 1_000n,
  spent: 0n,
  leftOfPeriods: null,
  charge: 50n,
  means: 1_000n,
};
const offeredAt = new Date('2026-05-01T12:00:00Z');
const occurredAt = new Date('2026-05-01T12:00:07.250Z');
const after = (ms: number, from = occurredAt) => new Date(from.getTime() + ms);
const minutes = 60_000;
const hours = 60 * minutes;
const view = { status: 'accepted', occurredAt } as const;
const tooSoon = { isWeb: true, occurredAt: after(1, offeredAt) } as const;
const tooSoonView = { status: 'accepted', occurredAt: after(1, offeredAt) } as const;
const stopped = (ago: number, hasGrace = true) =>
  ({ kind: 'paused', at: after(-ago), hasGrace }) as never;
const atView = (ms: number) => ({ kind: 'click', isWeb: true, occurredAt: after(ms) }) as const;
const atOnce = { ...facts.limits, leastClickMs: 0 };
const anyTime = { ...facts.limits, leastViewMs: 0 };
const unlimited = { ...facts.limits, cases: none };

const aPeerCase = (changes: Partial<PeerCase> = {}): PeerCase => ({
  ...{ address: '0001-00000005-CBCA', cid: 'c'.repeat(32), publisher: 'p', isShown: true },
  ...{ unmet: null, needsPage: false, ...changes },
});
const pageRan = (changes: Partial<NonNullable<PeerCase['ran']>>) => ({
  peer: aPeerCase({
    needsPage: true,
    ran: { at: after(minutes), network: '203.0.113.0', ...changes },
  }),
});
const peerFacts = (isAllowed: boolean, earned = 0n) => ({ isAllowed, earned, limit: 1_000n });
const allowed = { peer: peerFacts(true) };

type Change = readonly [
  what: string,
  event: Partial<JudgedEvent>,
  facts: Partial<EventFacts>,
  isRefused: boolean,
];

/** Of a rule on clicks in percent of views: the first ones pass, whatever their share. */
function clickRateOf(
  scope: keyof typeof none,
  { least, percent }: { readonly least: number; readonly percent: number },
): readonly Change[] {
  const at = (clicks: number, views: number) => ({
    view,
    clicks: { ...none, [scope]: clicks },
    cases: { ...none, [scope]: views },
  });
  const click = { kind: 'click' } as const;
  const clickShares = { visitor: 0, network: 0, pair: 0, site: 0 };
  return [
    ['the first clicks', click, at(least - 1, least), false],
    ['one more on each view', click, at(least, least + 1), true],
    ['one more of many views', click, at(99, 10_000 / percent), false],
    ['one more of fewer', click, at(99, 10_000 / percent - 1), true],
    ['one on one machine', click, { ...at(99, 100), isLocal: true }, false],
    [
      'any without a limit',
      click,
      { ...at(99, 100), limits: { ...facts.limits, clickShares } },
      false,
    ],
  ];
}

/** Of a visitor, without any limit of views. */
const activityOf =
  (scope: 'visitor' | 'pair') =>
  ({ clicks, views }: { readonly clicks: number; readonly views: number }) => ({
    clicks: { ...none, [scope]: clicks },
    cases: { ...none, [scope]: views },
    limits: { ...facts.limits, cases: none },
  });
const [activity, ofPair] = [activityOf('visitor'), activityOf('pair')];

/** Of each rule what it refuses, and what it just lets pass. */
const cases: Readonly<Record<string, readonly Change[]>> = {
  no_price: [
    ['an event without a price', { price: null }, {}, true],
    ['one that is free', { price: 0n }, {}, false],
  ],
  repeat: [
    ['another case', { invalidTraffic: 'repeat' }, {}, true],
    ['the first case', {}, {}, false],
  ],
  bot: [
    ['a bot', { invalidTraffic: 'bot' }, {}, true],
    ['a person', {}, {}, false],
  ],
  prefetch: [
    ['a prefetch', { invalidTraffic: 'prefetch' }, {}, true],
    ['a look', {}, {}, false],
  ],
  data_center: [
    ['a data centre', { invalidTraffic: 'data_center' }, {}, true],
    ['a house', {}, {}, false],
  ],
  proxy: [
    ['a proxy', { invalidTraffic: 'proxy' }, {}, true],
    ['a house', {}, {}, false],
  ],
  unknown_browser: [
    ['a program', { invalidTraffic: 'unknown_browser' }, {}, true],
    ['a browser', {}, {}, false],
  ],
  peer_not_allowed: [
    ['one of a server that may not', { peer: aPeerCase() }, { peer: peerFacts(false) }, true],
    ['one that nobody knows', { peer: aPeerCase() }, { peer: null }, true],
    [
      'a campaign for our own sites',
      { peer: aPeerCase({ isShown: false }) },
      { peer: peerFacts(true) },
      true,
    ],
    ['one that may', { peer: aPeerCase() }, { peer: peerFacts(true) }, false],
    ['one of our own sites', {}, {}, false],
  ],
  targeting_not_met: [
    ['a country too few', { peer: aPeerCase({ unmet: 'requirementNotMet' }) }, allowed, true],
    ['an excluded one', { peer: aPeerCase({ unmet: 'exclusionMet' }) }, allowed, true],
    ['who is wanted', { peer: aPeerCase() }, allowed, false],
  ],
  ads_txt: [
    ['a host that does not name it', {}, { isNamedByHost: false }, true],
    ['a host that does', {}, { isNamedByHost: true }, false],
    ['one that need not', {}, {}, false],
  ],
  no_browser: [
    ['a page that never ran', { peer: aPeerCase({ needsPage: true }) }, allowed, true],
    ['one that ran elsewhere', pageRan({ network: '198.51.100.0' }), allowed, true],
    ['one that ran late', pageRan({ at: after(10 * minutes + 1) }), allowed, true],
    ['one that ran in time', pageRan({ at: after(10 * minutes) }), allowed, false],
    ['a scene', { peer: aPeerCase() }, allowed, false],
    [
      'a click on it',
      { kind: 'click', peer: aPeerCase({ needsPage: true }) },
      { ...allowed, view },
      false,
    ],
  ],
  peer_limit: [
    ['a unit too much', { peer: aPeerCase() }, { peer: peerFacts(true, 951n) }, true],
    ['the last unit', { peer: aPeerCase() }, { peer: peerFacts(true, 950n) }, false],
    [
      'one that is free',
      { peer: aPeerCase() },
      { peer: peerFacts(true, 2_000n), price: 0n, charge: 0n },
      false,
    ],
  ],
  not_offered: [
    [
      'one that another server has shown',
      { offeredAt: after(6 * minutes), peer: aPeerCase() },
      allowed,
      false,
    ],
    ['an event long before its offer', { offeredAt: after(5 * minutes + 1) }, {}, true],
    [
      'one by a clock that is behind',
      { offeredAt: after(5 * minutes) },
      { limits: anyTime },
      false,
    ],
    ['one after a day', { offeredAt: after(-24 * hours - 1_000) }, {}, true],
    ['one at the end of a day', { offeredAt: after(-24 * hours) }, {}, false],
    ['one at the end of a day’s last second', { offeredAt: after(-24 * hours - 999) }, {}, false],
    [
      'a view at the end of the last second of its 30 minutes',
      { exp: 1_800, offeredAt: after(-30 * minutes - 999) },
      {},
      false,
    ],
    ['a view after them', { exp: 1_800, offeredAt: after(-30 * minutes - 1_000) }, {}, true],
  ],
  no_impression: [
    ['a click without a view', { kind: 'click' }, {}, true],
    ['one that was marked', { kind: 'click', invalidTraffic: 'no_impression' }, { view }, true],
    ['a click with one', { kind: 'click' }, { view }, false],
    ['a view', {}, {}, false],
  ],
  impression_rejected: [
    ['a click on it', { kind: 'click' }, { view: { ...view, status: 'rejected' } }, true],
    ['a click on an accepted one', { kind: 'click' }, { view }, false],
  ],
  impossible_timing: [
    [
      'a click long before its view',
      { kind: 'click' },
      { view: { ...view, occurredAt: after(2_001) } },
      true,
    ],
    [
      'a click by a clock that is behind',
      { kind: 'click' },
      { view: { ...view, occurredAt: after(2_000) } },
      false,
    ],
    [
      'a click that overtook its view on the way to another server',
      { kind: 'click', demandServer: '0001-00000004-DBEB' },
      { view: { ...view, occurredAt: after(1) } },
      true,
    ],
    [
      'a click behind such a view',
      { kind: 'click', demandServer: '0001-00000004-DBEB' },
      { view },
      false,
    ],
    ['a click at its view', atView(0), { view }, true],
    ['a click just behind its view', atView(199), { view }, true],
    ['a click just before its view', atView(-199), { view }, true],
    ['a click as fast as a person’s', atView(200), { view }, false],
    ['a click that overtook its view', atView(-200), { view }, false],
    [
      'a click at its view that a person has pressed',
      { ...atView(0), isMeasured: true },
      { view },
      false,
    ],
    ['a click at its view in a virtual world', { ...atView(0), isWeb: false }, { view }, false],
    ['a click at its view where any is in time', atView(0), { view, limits: atOnce }, false],
    [
      'a click at its view on another server’s site',
      { ...atView(0), peer: aPeerCase() },
      { ...allowed, view },
      false,
    ],
    ['a view too soon', { isWeb: true, occurredAt: after(999, offeredAt) }, {}, true],
    ['a view in time', { isWeb: true, occurredAt: after(1_000, offeredAt) }, {}, false],
    ['a click too soon', { ...tooSoon, kind: 'click' }, { view: tooSoonView }, true],
    ['a view that the tag has measured', { ...tooSoon, isMeasured: true }, {}, false],
    ['a view in a virtual world', { ...tooSoon, isWeb: false }, {}, false],
    ['a view of before that was noted', { occurredAt: after(1, offeredAt) }, {}, false],
    ['a view where any is in time', tooSoon, { limits: anyTime }, false],
  ],
  not_viewable: [
    ['a view that was not measured', { requiresViewability: true }, {}, true],
    ['a measured one', { requiresViewability: true, isMeasured: true }, {}, false],
    ['a view of which that is not asked', { isMeasured: false }, {}, false],
  ],
  campaign_not_running: [
    ['a campaign that never ran', {}, { campaign: null }, true],
    ['a stop over 10 minutes ago', {}, { campaign: stopped(10 * minutes + 1) }, true],
    ['a stop 10 minutes ago', {}, { campaign: stopped(10 * minutes) }, false],
    ['a suspended advertiser', {}, { advertiser: stopped(1, false) }, true],
    ['an advertiser who is not there', {}, { advertiser: null }, true],
  ],
  creative_not_running: [
    ['an unknown creative', {}, { creative: null }, true],
    ['a rejection just now', {}, { creative: stopped(0, false) }, true],
    ['a pause just now', {}, { creative: stopped(0) }, false],
  ],
  site_not_running: [
    ['an unknown site', {}, { site: null }, true],
    ['a rejection just now', {}, { site: stopped(0, false) }, true],
    ['a pause just now', {}, { site: stopped(0) }, false],
  ],
  publisher_not_running: [
    ['an unknown publisher', {}, { publisher: null }, true],
    ['a suspension just now', {}, { publisher: stopped(0, false) }, true],
    ['a publisher', {}, {}, false],
  ],
  own_traffic: [
    ['own traffic', {}, { isOwn: true }, true],
    ['own traffic on one machine', {}, { isOwn: true, isLocal: true }, false],
  ],
  visitor_limit: [
    ['a view beyond it', {}, { cases: { ...facts.cases, visitor: 5 } }, true],
    ['one on one machine, too', {}, { cases: { ...facts.cases, visitor: 5 }, isLocal: true }, true],
    ['the last view within', {}, { cases: { ...none, visitor: 4 } }, false],
    ['a click', { kind: 'click' }, { view, cases: atLimit }, false],
    ['any number without a limit', {}, { cases: atLimit, limits: unlimited }, false],
    [
      'one of network and browser within',
      { trackingId: null },
      { cases: { ...none, visitor: 7 } },
      false,
    ],
    ['one of network and browser', { trackingId: null }, { cases: { ...none, visitor: 8 } }, true],
  ],
  network_limit: [
    ['a view beyond it', {}, { cases: { ...facts.cases, network: 5 } }, true],
    ['one on one machine', {}, { cases: { ...facts.cases, network: 5 }, isLocal: true }, false],
    ['the last view within', {}, { cases: { ...facts.cases, network: 4 } }, false],
  ],
  pair_limit: [
    ['a view beyond it', {}, { cases: { ...none, pair: 5 } }, true],
    ['one on one machine', {}, { cases: { ...none, pair: 5 }, isLocal: true }, false],
    ['the last view within', {}, { cases: { ...none, pair: 4 } }, false],
  ],
  site_limit: [
    ['a view beyond it', {}, { cases: { ...facts.cases, site: 5 } }, true],
    ['the last view within', {}, { cases: { ...facts.cases, site: 4 } }, false],
  ],
  visitor_click_rate: [
    ...clickRateOf('visitor', { least: 3, percent: 25 }),
    ['a view of one who clicks on each', {}, activity({ clicks: 4, views: 4 }), true],
    ['the last view before there are enough', {}, activity({ clicks: 4, views: 14 }), true],
    ['a view of one who has enough of them', {}, activity({ clicks: 4, views: 15 }), false],
    ['a view of one with three clicks', {}, activity({ clicks: 3, views: 3 }), false],
    ['one on one machine', {}, { ...activity({ clicks: 4, views: 4 }), isLocal: true }, false],
    [
      'a view without a limit',
      {},
      { ...activity({ clicks: 4, views: 4 }), limits: { ...facts.limits, clickShares: none } },
      false,
    ],
  ],
  network_click_rate: clickRateOf('network', { least: 5, percent: 5 }),
  pair_click_rate: [
    ...clickRateOf('pair', { least: 5, percent: 5 }),
    ['a view where each is clicked', {}, ofPair({ clicks: 6, views: 6 }), true],
    ['the last view before there are enough', {}, ofPair({ clicks: 6, views: 22 }), true],
    ['a view where there are enough', {}, ofPair({ clicks: 6, views: 23 }), false],
    ['a view where five are clicked', {}, ofPair({ clicks: 5, views: 5 }), false],
    [
      'a view where pairs have no limit',
      {},
      {
        ...ofPair({ clicks: 6, views: 6 }),
        limits: {
          ...{ ...facts.limits, cases: none },
          clickShares: { ...facts.limits.clickShares, pair: 0 },
        },
      },
      false,
    ],
  ],
  site_click_rate: clickRateOf('site', { least: 20, percent: 10 }),
  budget_spent: [
    ['a unit too much', {}, { spent: 901n }, true],
    ['the last unit', {}, { spent: 900n }, false],
    ['a unit too much of its day or in all', {}, { leftOfPeriods: 99n }, true],
    ['the last unit of these', {}, { leftOfPeriods: 100n }, false],
    ['what is free', {}, { spent: 2_000n, leftOfPeriods: -1n, price: 0n, charge: 0n }, false],
  ],
  no_funds: [
    ['a unit too much', {}, { means: 49n }, true],
    ['the last unit', {}, { means: 50n }, false],
    ['what is free', {}, { means: -1n, charge: 0n, price: 0n }, false],
    ['credit without limit', {}, { means: null }, false],
    ['more than the books can hold', {}, { means: null, charge: maxAmount + 1n }, true],
    ['as much as they can hold', {}, { means: null, charge: maxAmount }, false],
  ],
};

const reasonOf = (event: Partial<JudgedEvent>, change: Partial<EventFacts>) =>
  eventRules.find((rule) =>
    rule.refusesEvent(anEvent({ offeredAt, occurredAt, ...event }), { ...facts, ...change }),
  )?.reason ?? null;

describe.each(eventRules)('the rule $reason', ({ reason }) => {
  it('has cases both ways', () => {
    const outcomes = (cases[reason] ?? []).map(([, , , isRefused]) => isRefused);
    expect(new Set(outcomes)).toEqual(new Set([true, false]));
  });

  it.each(cases[reason] ?? [])('judges %s', (_what, event, change, isRefused) => {
    expect(reasonOf(event, change)).toBe(isRefused ? reason : null);
  });
});

const outcome: EventOutcome = {
  ...{ status: 'accepted', price: 100n, needsConfirmation: true },
  isOwn: false,
};
const rejectedOutcome: EventOutcome = { ...outcome, status: 'rejected' };
const conversionFacts: ConversionFacts = {
  outcomes: [outcome],
  isInBudget: true,
  hasClick: false,
  peerRefusal: null,
  unsigned: { day: 0, network: 0 },
  limits: facts.limits,
  price: 100n,
  budget: 1_000n,
  spent: 0n,
  leftOfPeriods: null,
  charge: 50n,
  means: 1_000n,
};
const aConversion: RecordedConversion = {
  id: 'c0'.repeat(16),
  conversionId: 'd0'.repeat(16),
  campaignId: 'e0'.repeat(16),
  advertiserId: 'f0'.repeat(16),
  limitType: 'in_budget',
  cases: [],
  occurredAt,
};
const confirmation = { conversionId: null };
const elsewhere = { evidence: 'other_network', dailyLimit: 9 } as const;
const signed = { evidence: 'signed', dailyLimit: 9 } as const;
const atNetworkLimit = { day: 0, network: 5 };
const open = { ...facts.limits, conversions: 0 };

type ConversionCase = readonly [
  what: string,
  conversion: Partial<RecordedConversion>,
  facts: Partial<ConversionFacts>,
  isRefused: boolean,
];

/** Conversions that each rule refuses, and some that it just lets pass. */
const conversionCases: Readonly<Record<string, readonly ConversionCase[]>> = {
  peer_not_allowed: [
    ['one of a server that is not', {}, { peerRefusal: 'peer_not_allowed' }, true],
    ['one of ours', {}, {}, false],
  ],
  peer_limit: [
    ['one of a server at its limit', {}, { peerRefusal: 'peer_limit' }, true],
    ['one of ours', {}, {}, false],
  ],
  no_impression: [
    ['one without any view', {}, { outcomes: [null, null] }, true],
    ['one with a view', {}, { outcomes: [null, outcome] }, false],
  ],
  impression_rejected: [
    ['one whose only view was rejected', {}, { outcomes: [null, rejectedOutcome] }, true],
    ['one with another view', {}, { outcomes: [rejectedOutcome, outcome] }, false],
  ],
  click_rejected: [
    ['a rejected click', confirmation, { outcomes: [rejectedOutcome] }, true],
    ['a click that was never recorded', confirmation, { outcomes: [null] }, true],
    ['an accepted click', confirmation, { outcomes: [null, outcome] }, false],
  ],
  no_click: [
    ['a call of the publisher’s', { evidence: 'none' }, {}, true],
    ['one after a click', { evidence: 'none' }, { hasClick: true }, false],
    ['one that is free', { evidence: 'none' }, { price: 0n, charge: 0n }, false],
    ['one from elsewhere', elsewhere, {}, false],
    ['a signed one', { evidence: 'signed' }, {}, false],
    ['a signed one of another server', signed, { peerRefusal: 'no_click' }, true],
    ['one that was recorded before this was noted', {}, {}, false],
  ],
  network_limit: [
    ['one more of a network', elsewhere, { unsigned: { day: 0, network: 5 } }, true],
    ['the last one', elsewhere, { unsigned: { day: 0, network: 4 } }, false],
    ['one with a click', elsewhere, { unsigned: atNetworkLimit, hasClick: true }, false],
    ['any number without a limit', elsewhere, { unsigned: atNetworkLimit, limits: open }, false],
  ],
  conversion_limit: [
    ['one more of the day', elsewhere, { unsigned: { day: 9, network: 0 } }, true],
    ['the last one', elsewhere, { unsigned: { day: 8, network: 0 } }, false],
    [
      'one with a click, too',
      elsewhere,
      { unsigned: { day: 9, network: 0 }, hasClick: true },
      true,
    ],
    ['a signed one', signed, { unsigned: { day: 9, network: 0 } }, false],
  ],
  budget_spent: [
    ['a unit too much', {}, { spent: 901n }, true],
    ['the last unit', {}, { spent: 900n }, false],
    ['a unit too much of its day or in all', {}, { leftOfPeriods: 99n }, true],
    ['one beside the budget', {}, { spent: 2_000n, leftOfPeriods: 0n, isInBudget: false }, false],
    ['one beyond the servers’ share', {}, { peerRefusal: 'budget_spent' }, true],
    ['one that is free', {}, { spent: 2_000n, price: 0n, charge: 0n }, false],
  ],
  no_funds: [
    ['a unit too much', {}, { means: 49n }, true],
    ['the last unit', {}, { means: 50n }, false],
    ['one that is free', {}, { means: -1n, charge: 0n, price: 0n }, false],
    ['one of what is set aside for offers', {}, { peerRefusal: 'no_funds' }, true],
    ['more than the books can hold', {}, { means: null, charge: maxAmount + 1n }, true],
    ['as much as they can hold', {}, { means: null, charge: maxAmount }, false],
  ],
};

const conversionReasonOf = (
  conversion: Partial<RecordedConversion>,
  change: Partial<ConversionFacts>,
) =>
  conversionRules.find((rule) =>
    rule.refusesConversion({ ...aConversion, ...conversion }, { ...conversionFacts, ...change }),
  )?.reason ?? null;

describe.each(conversionRules)('the rule $reason, of conversions', ({ reason }) => {
  it('has cases both ways', () => {
    const outcomes = (conversionCases[reason] ?? []).map(([, , , isRefused]) => isRefused);
    expect(new Set(outcomes)).toEqual(new Set([true, false]));
  });

  it.each(conversionCases[reason] ?? [])('judges %s', (_what, conversion, change, isRefused) => {
    expect(conversionReasonOf(conversion, change)).toBe(isRefused ? reason : null);
  });
});

it('has a rule for every reason, in one order', () => {
  expect(verdictRules.map(({ reason }) => reason)).toEqual(rejectionReasons);
});

it('docs/verification.md tells every rule in its words, in their order', () => {
  const [reasons = ''] = read('docs/verification.md').split('\n## Verifying again');
  const told = rowsOf(reasons)
    .filter(([cell = '']) => /^`[a-z_]+`$/.test(cell))
    .map(([reason = '', description]) => [reason.replaceAll('`', ''), description]);
  expect(told).toEqual(verdictRules.map(({ reason, description }) => [reason, description]));
});
