import { describe, expect, it } from '@jest/globals';
import { FindJudge, type ObservedFind } from '../../../src/market/outcomes/judge';
import { type FindOutcome, outcomes, stages } from '../../../src/market/outcomes/outcome';
import { rules } from '../../../src/market/selection/rules';
import type { Candidate } from '../../../src/market/selection/types';
import { aCandidate, aContext, anImp, idOf } from '../selection/factories';

const aFind = (changes: Partial<ObservedFind> = {}): ObservedFind => ({
  placementId: idOf('placement'),
  imp: anImp(),
  context: aContext(),
  ineligibleCampaignIds: new Set(),
  leftOut: new Set(),
  winner: aCandidate({ name: 'winner', effectiveRpm: 2 }),
  ...changes,
});
const outcomeOf = (candidate: Partial<Candidate>, find: Partial<ObservedFind> = {}) =>
  new FindJudge(aFind(find)).outcomeOf(aCandidate(candidate));

const news = new Map([['site:category', ['news']]]);
const own = aCandidate();
const none: ReadonlyMap<string, number> = new Map();
const phones = new Map([['mobile', 200]]);
const doubleOnPhones = { devices: phones, countries: none, hours: none, timeZone: 'UTC' };
const onPhone = { context: aContext({ features: new Map([['device:type', ['mobile']]]) }) };
const rotation = { weight: 1 };
const house = { accountId: 'P', priority: 'house', shareOfVoice: 100 } as const;
const sponsorship = { ...house, priority: 'sponsorship' } as const;
const onOwnSite = { imp: anImp({ publisherId: 'P' }) };
const aWinner = (ownSites: Candidate['ownSites']) => aCandidate({ name: 'winner', ownSites });
const aSister = (change: Partial<Candidate>) =>
  aCandidate({ name: 'sister', campaignId: own.campaignId, effectiveRpm: 2, ...change });

describe('the outcome of a find', () => {
  it.each<[FindOutcome, Partial<Candidate>, Partial<ObservedFind>]>([
    ['medium', { medium: 'metaverse' }, {}],
    ['medium', { vendor: 'other' }, {}],
    ['size', { scope: '728x90' }, {}],
    ['type', {}, { imp: anImp({ types: ['video'] }) }],
    ['flight', { startsAt: 2_000_000 }, {}],
    ['publisher', {}, { context: aContext({ blockedCreativeIds: new Set([own.creativeId]) }) }],
    ['publisher', {}, { context: aContext({ onlyDirectDealsWith: 'site.example' }) }],
    ['own_site', { ownSites: house }, {}],
    ['own_site', { ownSites: sponsorship }, { imp: anImp({ publisherId: 'Q' }) }],
    ['share_of_voice', { ownSites: sponsorship }, onOwnSite],
    ['share_of_voice', { ownSites: sponsorship }, { ...onOwnSite, winner: null }],
    ['share_of_voice', { ownSites: sponsorship }, { ...onOwnSite, winner: aWinner(sponsorship) }],
    [
      'lot',
      { ownSites: sponsorship, effectiveRpm: 2 },
      { ...onOwnSite, winner: aSister({ ownSites: sponsorship }) },
    ],
    ['priority', { effectiveRpm: 9 }, { winner: aWinner(sponsorship) }],
    ['priority', { ownSites: house }, onOwnSite],
    ['priority', { ownSites: house }, { ...onOwnSite, winner: aWinner(sponsorship) }],
    ['lot', { ownSites: house }, { ...onOwnSite, winner: aWinner(house) }],
    ['targeting', { requires: news }, {}],
    ['targeting', { excludes: news }, { context: aContext({ features: news }) }],
    ['floor', {}, { imp: anImp({ bidFloor: 1.5 }) }],
    ['budget', {}, { ineligibleCampaignIds: new Set([own.campaignId]) }],
    ['budget', {}, { winner: null }],
    ['unseen', {}, { leftOut: new Set([own.campaignId]) }],
    ['price', {}, {}],
    ['price', { modifiers: doubleOnPhones }, {}],
    ['lot', { modifiers: doubleOnPhones }, onPhone],
    ['lot', { effectiveRpm: 2 }, {}],
    ['lot', { effectiveRpm: 2 }, { winner: aSister({ rotation: null }) }],
    ['rotation', { effectiveRpm: 2, rotation }, { winner: aSister({ rotation }) }],
    ['won', {}, { winner: own }],
  ])('is %s for %j', (outcome, candidate, find) => {
    expect(outcomeOf(candidate, find)).toBe(outcome);
  });

  it('is the first that removes it, and money is asked about last', () => {
    const ineligibleCampaignIds = new Set([own.campaignId]);
    expect(outcomeOf({ requires: news, scope: '728x90' }, { ineligibleCampaignIds })).toBe('size');
    expect(outcomeOf({ requires: news }, { ineligibleCampaignIds })).toBe('targeting');
  });

  it('has a stage for every rule, in the order of outcomes', () => {
    expect(stages.map(({ rule }) => rule).sort(byReason)).toEqual(
      Object.values(rules).sort(byReason),
    );
    const ranks = stages.map(({ outcome }) => outcomes.indexOf(outcome));
    expect(ranks).toEqual([...ranks].sort((one, other) => one - other));
  });
});

const byReason = (one: { statusCode: number }, other: { statusCode: number }) =>
  one.statusCode - other.statusCode;

it('names every feature in the way, of those required and of those excluded', () => {
  const requires = new Map([...news, ['user:country', ['at']], ['user:language', []]]);
  const excludes = new Map([['device:type', ['mobile']]]);
  const features = new Map([
    ['user:country', ['de']],
    ['device:type', ['mobile']],
  ]);
  const judge = new FindJudge(aFind({ context: aContext({ features }) }));
  expect(judge.unmetBy({ requires, excludes })).toEqual([
    'requires site:category',
    'requires user:country',
    'excludes device:type',
  ]);
});
