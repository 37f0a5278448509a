import { describe, expect, it } from '@jest/globals';
import { filters, rejectionOf } from '../../src/selection/filters';
import { type NonBidReason, nonBidReasons } from '../../src/selection/non-bid-reasons';
import type { Candidate, Imp, SelectionContext } from '../../src/selection/types';
import { aCandidate, aContext, anImp } from './population';

type Change = {
  readonly candidate?: Partial<Candidate>;
  readonly imp?: Partial<Imp>;
  readonly context?: Partial<SelectionContext>;
  readonly paused?: boolean;
};

function reasonFor({ candidate: changed, imp, context, paused }: Change) {
  const candidate = aCandidate(changed);
  const rejection = rejectionOf(candidate, {
    imp: anImp(imp),
    context: aContext(context),
    ineligibleCampaignIds: new Set(paused ? [candidate.campaignId] : []),
  });
  return rejection && { reason: rejection.reason, detail: rejection.detail };
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

const rejections: readonly (readonly [string, Change, NonBidReason, string])[] = [
  [
    'of another medium',
    { candidate: { medium: 'metaverse' } },
    'unsupportedChannel',
    'medium metaverse',
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
  ['that bids too little', { imp: { minimumRpm: 1.01 } }, 'belowFloor', 'rpm 1'],
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
  ['that bids exactly the minimum', { candidate: { effectiveRpm: 0.7 }, imp: { minimumRpm: 0.7 } }],
];

describe('filters', () => {
  it.each(rejections)('reject a creative %s', (_case, change, reason, detail) => {
    expect(reasonFor(change)).toEqual({ reason, detail });
  });

  it.each(acceptances)('accept a creative %s', (_case, change) => {
    expect(reasonFor(change)).toBeUndefined();
  });

  it('have each rule rejected by some case of the table', () => {
    const stages = rejections.map(([, { paused, ...change }]) => {
      const candidate = aCandidate(change.candidate);
      const ineligibleCampaignIds = new Set(paused ? [candidate.campaignId] : []);
      const input = {
        imp: anImp(change.imp),
        context: aContext(change.context),
        ineligibleCampaignIds,
      };
      return rejectionOf(candidate, input)?.stage;
    });
    expect([...new Set(stages)].sort((one, other) => one! - other!)).toEqual([...filters.keys()]);
  });
});

describe('nonBidReasons', () => {
  it('give each reason a code of its own: OpenRTB’s, or one from 500 on', () => {
    const codes = Object.values(nonBidReasons);
    expect(new Set(codes).size).toBe(codes.length);
    const openRtb: readonly number[] = [0, 201, 301, 350, 351, 353, 357];
    expect(codes.filter((code) => code < 500)).toEqual(openRtb);
  });
});
