import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { eligibility } from '../../../../src/market/selection/eligibility';
import { explain } from '../../../../src/market/selection/explain';
import { CandidateIndex } from '../../../../src/market/selection/index/candidate-index';
import { type NonBidReason, nonBidReasons } from '../../../../src/market/selection/non-bid-reasons';
import { unavailableReasons } from '../../../../src/market/serving/unavailable-reasons';
import type { Rule, SelectionInput } from '../../../../src/market/selection/rule';
import { rules } from '../../../../src/market/selection/rules';
import { select } from '../../../../src/market/selection/select';
import type { Candidate, Imp, SelectionContext } from '../../../../src/market/selection/types';
import { WholeCategories } from '../../../../src/supply/sites/blocked-categories';
import { HostsInDomains } from '../../../../src/supply/sites/blocked-domains';
import { Dice } from '../dice';
import { aCandidate, aContext, anImp } from '../factories';
import { populated, someContext, someImp, somePaused, somePopulation } from '../populations';

type Change = {
  readonly candidate?: Partial<Candidate>;
  readonly imp?: Partial<Imp>;
  readonly context?: Partial<SelectionContext>;
  readonly paused?: boolean;
};

/** An index with the one candidate, and what is asked of it. */
function world({ candidate: changed, imp, context, paused }: Change) {
  const candidate = aCandidate(changed);
  const index = CandidateIndex.of([candidate]);
  if (paused) index.setEligible(candidate.campaignId, false);
  return { candidate, index, imp: anImp(imp), context: aContext(context) };
}

/** Tells which rules refuse a candidate, by name. */
function refusalsOf(input: SelectionInput): (candidate: Candidate) => readonly string[] {
  const asked = Object.entries<Rule>(rules).map(
    ([name, rule]) => [name, eligibility(rule, input)] as const,
  );
  return (candidate) => asked.filter(([, isLet]) => !isLet(candidate)).map(([name]) => name);
}

function values(...entries: readonly (readonly [string, readonly string[]])[]) {
  return new Map(entries);
}

function filter(
  side: 'requires' | 'excludes',
  ...entries: readonly (readonly [string, readonly string[]])[]
) {
  const publisherFilter = { requires: values(), excludes: values(), [side]: values(...entries) };
  return { publisherFilter };
}

const video = { type: 'video', mime: 'video/mp4' };
const { creativeId } = aCandidate();
const onPhone = { features: values(['device:type', ['mobile']]) };
const none: ReadonlyMap<string, number> = new Map();
const devices = new Map([['mobile', 50]]);
const halfOnPhones = { devices, countries: none, hours: none, timeZone: 'UTC' };
const house = { accountId: 'P', priority: 'house', shareOfVoice: 100 } as const;
const sponsorship = { ...house, priority: 'sponsorship' } as const;

const rejections: readonly (readonly [string, Change, NonBidReason, string])[] = [
  [
    'of another medium',
    { candidate: { medium: 'metaverse' } },
    'unsupportedChannel',
    'medium metaverse',
  ],
  [
    'of another server, for who refuses those',
    { candidate: { peer: 'A' }, context: { refusesPeers: true } },
    'peerRefused',
    'is of the server A',
  ],
  [
    'of a server that the publisher refuses',
    { candidate: { peer: 'A' }, context: filter('excludes', ['peer', ['A']]) },
    'categoryExclusion',
    'is peer A',
  ],
  [
    'of any server, where the publisher refuses all',
    { candidate: { peer: 'A' }, context: filter('excludes', ['peer', ['*']]) },
    'categoryExclusion',
    'is peer *',
  ],
  [
    'of a vendor where there is none',
    { candidate: { vendor: 'milc' } },
    'vendorNotAllowed',
    'vendor milc',
  ],
  [
    'of another vendor',
    { candidate: { vendor: 'milc' }, context: { vendor: 'polkacity' } },
    'vendorNotAllowed',
    'vendor milc',
  ],
  [
    'of nearly the size',
    { candidate: { scope: '336x280' } },
    'creativeSizeNotAllowed',
    'scope 336x280',
  ],
  [
    'a video of a far size',
    { candidate: { ...video, scope: '728x90' } },
    'creativeSizeNotAllowed',
    'video of 728x90',
  ],
  [
    'a video where none plays',
    { candidate: video, imp: { nearBox: null } },
    'creativeSizeNotAllowed',
    'video of 300x250',
  ],
  [
    'a video of no size',
    { candidate: { ...video, scope: 'cube' } },
    'creativeSizeNotAllowed',
    'video of cube',
  ],
  ['of another type', { imp: { types: ['html', 'video'] } }, 'incorrectFormat', 'type image'],
  [
    'of a MIME type that is not unasked for',
    { context: { unaskedMimes: ['image/png'] } },
    'incorrectFormat',
    'mime image/png',
  ],
  ['of another MIME type', { imp: { mimes: ['image/gif'] } }, 'incorrectFormat', 'mime image/png'],
  [
    'of a paused campaign',
    { paused: true },
    'campaignNotEligible',
    `campaign ${aCandidate().campaignId}`,
  ],
  [
    'before its flight',
    { candidate: { startsAt: 1_000_001 } },
    'flightNotStarted',
    'starts in 1 ms',
  ],
  [
    'outside the hours of its week',
    {
      candidate: { schedule: values(['Europe/Warsaw', ['8', '9']]) },
      context: { hoursOfWeek: values(['Europe/Warsaw', ['10']]) },
    },
    'notScheduled',
    'hour 10 of the week by the clock of Europe/Warsaw',
  ],
  [
    'that is paid where it was measured, where nothing measures',
    { candidate: { requiresViewability: true }, context: { isUnmeasured: true } },
    'notMeasured',
    'pays for measured views alone',
  ],
  [
    'that known visitors alone are shown, to an unknown visitor',
    { candidate: { requiresKnownVisitor: true }, context: { isUnknownVisitor: true } },
    'visitorUnknown',
    'is shown to known visitors alone',
  ],
  [
    'that the visitor has seen often enough',
    { imp: { cappedCampaignIds: new Set([aCandidate().campaignId]) } },
    'frequencyCapped',
    `campaign ${aCandidate().campaignId}`,
  ],
  [
    'that the visitor has seen as often as its own caps say',
    { imp: { cappedCreativeIds: new Set([creativeId]) } },
    'creativeFrequencyCapped',
    `creative ${creativeId}`,
  ],
  [
    'beside a competitor',
    { imp: { competingCampaignIds: new Set([aCandidate().campaignId]) } },
    'competitorShown',
    `campaign ${aCandidate().campaignId}`,
  ],
  [
    'that is on the page',
    { imp: { creativeIdsOnPage: new Set([creativeId]) } },
    'creativeOnPage',
    `creative ${creativeId}`,
  ],
  [
    'beside a campaign that has the whole page',
    { imp: { onlyCreativeIds: new Set(['other']) } },
    'roadblock',
    `campaign ${aCandidate().campaignId}`,
  ],
  [
    'that wants the whole page and cannot have it',
    { imp: { roadblockCreativeIds: new Set([creativeId]) } },
    'roadblock',
    `campaign ${aCandidate().campaignId}`,
  ],
  ['after its flight', { candidate: { endsAt: 999_999 } }, 'flightEnded', 'ended 1 ms ago'],
  [
    'without the required type',
    { context: filter('requires', ['type', ['html']]) },
    'categoryExclusion',
    'lacks type html',
  ],
  [
    'that lacks a classification',
    { context: filter('requires', ['iab:topic', ['pets']]) },
    'categoryExclusion',
    'lacks iab:topic pets',
  ],
  [
    'that is not classified, though it has the keyword',
    {
      candidate: { keywords: values(['iab:topic', ['pets']]) },
      context: filter('requires', ['iab:topic', ['pets']]),
    },
    'categoryExclusion',
    'lacks iab:classified 1',
  ],
  [
    'that is not classified where some are excluded',
    { context: filter('excludes', ['iab:topic', ['pets']]) },
    'categoryExclusion',
    'lacks iab:classified 1',
  ],
  [
    'of an excluded MIME type',
    { context: filter('excludes', ['mime', ['image/png']]) },
    'categoryExclusion',
    'is mime image/png',
  ],
  [
    'of an excluded classification',
    {
      candidate: { keywords: values(['iab:classified', ['1']], ['iab:topic', ['cars', 'pets']]) },
      context: filter('excludes', ['iab:topic', ['pets']]),
    },
    'categoryExclusion',
    'is iab:topic pets',
  ],
  [
    'that the publisher rejected',
    { context: { blockedCreativeIds: new Set([creativeId]) } },
    'creativeBlocked',
    `creative ${creativeId}`,
  ],
  [
    'that leads to a subdomain of a blocked domain',
    {
      candidate: { landingHost: 'www.shop.test' },
      context: { blockedDomains: new HostsInDomains(['shop.test']) },
    },
    'advertiserExclusion',
    'leads to www.shop.test',
  ],
  [
    'for a part of a blocked category',
    {
      candidate: { category: 'IAB9-9' },
      context: { blockedCategories: new WholeCategories(['IAB9']) },
    },
    'categoryExclusion',
    'is for IAB9-9',
  ],
  [
    'of a blocked advertiser',
    {
      candidate: { advertiserId: 'a' },
      context: { blockedAdvertiserIds: new Set(['a']) },
    },
    'advertiserExclusion',
    'is of an advertiser that the site blocks',
  ],
  [
    'that the publisher did not accept',
    { context: { acceptedCreativeIds: new Set() } },
    'creativeNotAccepted',
    `creative ${creativeId}`,
  ],
  [
    'that is no direct deal',
    { context: { onlyDirectDealsWith: 'a.test' } },
    'notDirectDeal',
    'requires no site:domain a.test',
  ],
  [
    'that deals with the parent domain only',
    {
      candidate: { requires: values(['site:domain', ['a.test']]) },
      context: { onlyDirectDealsWith: 'b.a.test' },
    },
    'notDirectDeal',
    'requires no site:domain b.a.test',
  ],
  [
    'that requires what is not known',
    { candidate: { requires: values(['user:country', ['de', 'pl']]) } },
    'requirementNotMet',
    'user:country de, pl',
  ],
  [
    'that requires something else',
    {
      candidate: { requires: values(['user:country', ['de']]) },
      context: { features: values(['user:country', ['pl']]) },
    },
    'requirementNotMet',
    'user:country de',
  ],
  [
    'of which one of two requirements is met',
    {
      candidate: { requires: values(['user:country', ['de']], ['device:type', ['tv']]) },
      context: { features: values(['user:country', ['de']], ['device:type', ['mobile']]) },
    },
    'requirementNotMet',
    'device:type tv',
  ],
  [
    'that excludes what is there',
    {
      candidate: { excludes: values(['device:browser', ['msie', 'other']]) },
      context: { features: values(['device:browser', ['other']]) },
    },
    'exclusionMet',
    'device:browser other',
  ],
  [
    'of another account’s house ads',
    { candidate: { ownSites: house }, imp: { publisherId: 'Q' } },
    'notOwnSite',
    'is shown on sites of its own account alone',
  ],
  [
    'of a sponsorship where the site is nobody’s',
    { candidate: { ownSites: sponsorship } },
    'notOwnSite',
    'is shown on sites of its own account alone',
  ],
  ['that bids too little', { imp: { bidFloor: 1.01 } }, 'belowFloor', 'rpm 1, floor 1.01'],
  [
    'whose modifiers make too little of its bid',
    { candidate: { modifiers: halfOnPhones }, context: onPhone, imp: { bidFloor: 0.6 } },
    'belowFloor',
    'rpm 0.5 (1 by its bid modifiers), floor 0.6',
  ],
  [
    'that bids too little for the site',
    { context: { bidFloor: 2 } },
    'belowFloor',
    'rpm 1, floor 2',
  ],
];

const acceptances: readonly (readonly [string, Change])[] = [
  ['with nothing special about it', {}],
  ['without a vendor at any vendor', { context: { vendor: 'milc' } }],
  ['of this vendor', { candidate: { vendor: 'milc' }, context: { vendor: 'milc' } }],
  ['a video of a near size', { candidate: { ...video, scope: '320x240' } }],
  ['of one of the scopes', { imp: { scopes: ['1x1', '300x250'] } }],
  [
    'of a type and MIME type among those asked for',
    { imp: { types: ['html', 'image'], mimes: ['image/png'] } },
  ],
  [
    'on the first and last millisecond of its flight',
    { candidate: { startsAt: 1_000_000, endsAt: 1_000_000 } },
  ],
  [
    'that is classified as required',
    {
      candidate: { keywords: values(['iab:classified', ['1']], ['iab:topic', ['pets']]) },
      context: filter('requires', ['iab:topic', ['cars', 'pets']]),
    },
  ],
  [
    'that is classified otherwise than excluded',
    {
      candidate: { keywords: values(['iab:classified', ['1']], ['iab:topic', ['cars']]) },
      context: filter('excludes', ['iab:topic', ['pets']]),
    },
  ],
  [
    'under a filter of type alone, unclassified',
    { context: filter('requires', ['type', ['image']]) },
  ],
  ['under a filter that names no values', { context: filter('requires', ['iab:topic', []]) }],
  [
    'that leads to a domain which only ends like a blocked one',
    {
      candidate: { landingHost: 'workshop.test' },
      context: { blockedDomains: new HostsInDomains(['shop.test', 'a.shop.test']) },
    },
  ],
  [
    'for a category of which a part is blocked, and another is called alike',
    {
      candidate: { category: 'IAB2' },
      context: { blockedCategories: new WholeCategories(['IAB2-1', 'IAB20', 'IAB22']) },
    },
  ],
  [
    'of a category that is not said',
    { context: { blockedCategories: new WholeCategories(['IAB1']) } },
  ],
  ['that the publisher accepted', { context: { acceptedCreativeIds: new Set([creativeId]) } }],
  [
    'that is a direct deal with this very domain',
    {
      candidate: { requires: values(['site:domain', ['a.test']]) },
      context: { onlyDirectDealsWith: 'a.test', features: values(['site:domain', ['a.test']]) },
    },
  ],
  [
    'of which each requirement is met by one value',
    {
      candidate: { requires: values(['user:country', ['de', 'pl']], ['device:type', ['tv']]) },
      context: { features: values(['user:country', ['fr', 'pl']], ['device:type', ['tv']]) },
    },
  ],
  [
    'that excludes what is not known',
    { candidate: { excludes: values(['user:country', ['de']]) } },
  ],
  [
    'whose clauses name no values',
    {
      candidate: { requires: values(['user:country', []]), excludes: values(['device:type', []]) },
    },
  ],
  ['of ours, for who refuses other servers', { context: { refusesPeers: true } }],
  [
    'of another server than the publisher refuses',
    { candidate: { peer: 'A' }, context: filter('excludes', ['peer', ['B']]) },
  ],
  [
    'of its own account’s house ads, below the least price',
    {
      candidate: { ownSites: house, effectiveRpm: 0 },
      imp: { publisherId: 'P', bidFloor: 5 },
    },
  ],
  [
    'of a sponsorship with all finds of its own site',
    { candidate: { ownSites: sponsorship }, imp: { publisherId: 'P' } },
  ],
  [
    'whose modifiers make the minimum of its bid',
    { candidate: { modifiers: halfOnPhones }, context: onPhone, imp: { bidFloor: 0.5 } },
  ],
  [
    'whose modifiers are of other requests',
    { candidate: { modifiers: halfOnPhones }, imp: { bidFloor: 1 } },
  ],
  ['that bids exactly the minimum', { candidate: { effectiveRpm: 0.7 }, imp: { bidFloor: 0.7 } }],
  [
    'where the placement asks less than its site',
    { imp: { bidFloor: 0 }, context: { bidFloor: 2 } },
  ],
];

describe('rules', () => {
  it.each(rejections)('reject a creative %s', (_case, change, reason, detail) => {
    const { index, imp, context } = world(change);
    const { nonBidReason, details } = explain(index, imp, context);
    expect([nonBidReason, details]).toEqual([reason, [detail]]);
    expect(select(index, imp, context)).toBeNull();
  });

  it.each(acceptances)('accept a creative %s', (_case, change) => {
    const { candidate, index, imp, context } = world(change);
    expect([null, 'shareOfVoice']).toContain(explain(index, imp, context).nonBidReason);
    expect(select(index, imp, context)).toBe(candidate);
  });

  it('have each a case in the table', () => {
    const refused = rejections.map(([, change]) => {
      const { candidate, index, imp, context } = world(change);
      const { ineligibleCampaignIds } = index;
      return refusalsOf({ imp, context, ineligibleCampaignIds })(candidate)[0];
    });
    expect(new Set(refused)).toEqual(new Set(Object.keys(rules)));
  });

  it('are the files of their folder', () => {
    const files = readdirSync('src/market/selection/rules').map((file) =>
      file.replace(/\.ts$/, '').replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase()),
    );
    expect(files.sort()).toEqual(['index', ...Object.keys(rules)].sort());
  });

  it('treat creatives of other servers as ours, but for the rule of peers and publishers who name servers', () => {
    const dice = new Dice(35);
    let apart = 0;
    for (let world = 0; world < 100; world += 1) {
      const candidates = somePopulation(dice, 30);
      const context = someContext(dice, candidates);
      const { requires, excludes } = context.publisherFilter;
      if (requires.has('peer') || excludes.has('peer')) continue;
      const ineligibleCampaignIds = somePaused(dice, candidates);
      const refusing = refusalsOf({ imp: someImp(dice), context, ineligibleCampaignIds });
      for (const candidate of candidates) {
        const ours = refusing({ ...candidate, peer: null });
        const theirs = refusing({ ...candidate, peer: 'A' });
        expect(theirs.filter((name) => name !== 'peers')).toEqual(ours);
        if (theirs.length > ours.length) apart += 1;
      }
    }
    expect(apart).toBeGreaterThan(50);
  });

  it('have each a code for its reason, and one code for each reason', () => {
    for (const { nonBidReason, statusCode } of Object.values(rules)) {
      expect(nonBidReasons[nonBidReason]).toBe(statusCode);
    }
  });
});

describe('the populations of the tests', () => {
  interface Refusal {
    readonly candidate: Candidate;
    readonly input: SelectionInput;
  }

  /** So many that only a population which lacks somebody is short of it, whatever the dice. */
  const mostWorlds = 20_000;

  /** By a rule's name: a candidate that it alone refuses, and one that it refuses where another is eligible. */
  function members() {
    const dice = new Dice(2);
    const alone = new Map<string, Refusal>();
    const besides = new Map<string, Refusal & { readonly eligible: Candidate }>();
    // A rule without a population has no members in any number of worlds: its tests fail at once.
    const isComplete = () => populated.every((name) => alone.has(name) && besides.has(name));
    for (let world = 0; world < mostWorlds && !isComplete(); world += 1) {
      const candidates = somePopulation(dice, 60);
      const ineligibleCampaignIds = somePaused(dice, candidates);
      const context = someContext(dice, candidates);
      const input = { imp: someImp(dice), context, ineligibleCampaignIds };
      const refusing = refusalsOf(input);
      const looked = candidates.map((one) => [one, refusing(one)] as const);
      // A sponsorship is shown in its share of finds alone.
      const [eligible] =
        looked.find(
          ([{ ownSites }, names]) => names.length === 0 && ownSites?.priority !== 'sponsorship',
        ) ?? [];
      for (const [candidate, names] of looked) {
        if (names.length === 1) alone.set(names[0]!, { candidate, input });
        if (eligible) for (const name of names) besides.set(name, { candidate, input, eligible });
      }
    }
    return { alone, besides };
  }
  const { alone, besides } = members();

  function indexOf(candidates: readonly Candidate[], { ineligibleCampaignIds }: SelectionInput) {
    const index = CandidateIndex.of(candidates);
    for (const id of ineligibleCampaignIds) index.setEligible(id, false);
    return index;
  }

  it.each(Object.entries<Rule>(rules))(
    'have somebody whom %s alone refuses: index and explanation know it',
    (name, { nonBidReason }) => {
      const { candidate, input } = alone.get(name)!;
      const index = indexOf([candidate], input);
      const { nonBidReason: told, details } = explain(index, input.imp, input.context);
      expect([told, details.length]).toEqual([nonBidReason, 1]);
      expect(select(index, input.imp, input.context)).toBeNull();
    },
  );

  it.each(Object.keys(rules))(
    'have somebody eligible where %s refuses another: index and explanation tell them apart',
    (name) => {
      const { candidate, input, eligible } = besides.get(name)!;
      const index = indexOf([candidate, eligible], input);
      expect(explain(index, input.imp, input.context).nonBidReason).toBeNull();
      expect(select(index, input.imp, input.context)).toBe(eligible);
    },
  );
});

describe('nonBidReasons', () => {
  it('give each reason a code of its own: OpenRTB’s, or one from 500 on', () => {
    const codes: readonly number[] = Object.values(nonBidReasons);
    const all = [...codes, ...Object.values(unavailableReasons)];
    expect(new Set(all).size).toBe(all.length);
    const openRtb: readonly number[] = [0, 201, 301, 350, 351, 353, 355, 357];
    const known = codes.filter((code) => code < 500).sort((one, other) => one - other);
    expect(known).toEqual(openRtb);
  });
});
