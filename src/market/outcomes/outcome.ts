import { keysOf } from '../../record';
import type { Rule } from '../selection/rule';
import { rules } from '../selection/rules';

/**
 * The end of a find for a creative: the first thing that removed it, or how the contest ended for it. The later one
 * stands here, the nearer the creative came to being shown.
 */
export const outcomes = [
  'medium',
  'size',
  'type',
  'flight',
  'schedule',
  'publisher',
  'own_site',
  'targeting',
  'unknown_visitor',
  'frequency',
  'creative_frequency',
  'competitor',
  'on_page',
  'roadblock',
  'floor',
  'budget',
  'unseen',
  'share_of_voice',
  'priority',
  'price',
  'lot',
  'rotation',
  'won',
] as const;
export type FindOutcome = (typeof outcomes)[number];

/** How often each outcome came; absent: never. */
export type OutcomeCounts = Readonly<Partial<Record<FindOutcome, number>>>;

const outcomeOfRule: Readonly<Record<keyof typeof rules, FindOutcome>> = {
  medium: 'medium',
  vendor: 'medium',
  size: 'size',
  allowedTypes: 'type',
  mimeTypes: 'type',
  flightStart: 'flight',
  flightEnd: 'flight',
  schedule: 'schedule',
  publisherRequirements: 'publisher',
  publisherExclusions: 'publisher',
  blockedCreatives: 'publisher',
  blockedDomains: 'publisher',
  blockedCategories: 'publisher',
  blockedAdvertisers: 'publisher',
  acceptedCreatives: 'publisher',
  directDeals: 'publisher',
  ownSites: 'own_site',
  peers: 'publisher',
  campaignRequirements: 'targeting',
  campaignExclusions: 'targeting',
  viewability: 'targeting',
  unknownVisitor: 'unknown_visitor',
  frequencyCap: 'frequency',
  creativeFrequencyCap: 'creative_frequency',
  competitiveExclusion: 'competitor',
  oncePerPage: 'on_page',
  roadblock: 'roadblock',
  bidFloor: 'floor',
  campaignEligibility: 'budget',
};

/** A rule and what it means to a creative that the rule removes. */
export interface Stage {
  readonly rule: Rule;
  readonly outcome: FindOutcome;
}

const rankOf = (outcome: FindOutcome): number => outcomes.indexOf(outcome);

/** All rules, in the order of their outcomes: money is asked about last, so that only what would fit is lost to it. */
export const stages: readonly Stage[] = keysOf(outcomeOfRule)
  .map((name): Stage => ({ rule: rules[name], outcome: outcomeOfRule[name] }))
  .sort((one, other) => rankOf(one.outcome) - rankOf(other.outcome));

/** The one of two that is nearer to being shown. */
export function nearerOf(one: FindOutcome | null, other: FindOutcome): FindOutcome {
  return one === null || rankOf(other) > rankOf(one) ? other : one;
}
