import { createHash } from 'node:crypto';
import { RecentlySeen } from '../../../src/market/selection/ranking/recently-seen';
import type { Candidate, Imp, SelectionContext } from '../../../src/market/selection/types';

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
    advertiserId: idOf('advertiser'),
    medium: 'web',
    vendor: null,
    type: 'image',
    mime: 'image/png',
    scope: '300x250',
    effectiveRpm: 1,
    modifiers: null,
    impressions: 100_000,
    startsAt: 0,
    endsAt: null,
    schedule: new Map(),
    requires: new Map(),
    excludes: new Map(),
    keywords: new Map(),
    landingHost: 'shop.test',
    category: '',
    peer: null,
    requiresViewability: false,
    requiresKnownVisitor: false,
    rotation: null,
    ownSites: null,
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
    recentlySeen: new RecentlySeen([]),
    ...change,
  };
}
