import { toApproximateNumber } from '../../amount';
import { isFree } from '../../demand/campaigns/campaign-priority';
import type { Campaign, CreativeRotation } from '../../demand/campaigns/campaign.resource';
import { hostOfLanding } from '../../demand/refused-domains/refused-domain';
import type { CreativeForSale } from '../../demand/creatives/creative.resource';
import type { ServableCreative } from './for-sale';
import type { Totals } from './latest-totals';
import { effectiveRpm } from '../selection/effective-rpm';
import { beliefOf } from '../selection/rotation/belief';
import type { BidModifiers, Candidate, OwnSites, Rotation, Targeting } from '../selection/types';
import { modifiersOf } from './modifiers-of';
import type { WeekHours } from './week-hours';
import { flattenTargeting, type Taxonomy } from '../../demand/taxonomy/taxonomy';

const nothing: Targeting = new Map();

/** The terms of a campaign that the selection, and its price, depend on. */
export type CampaignOnOffer = Pick<
  Campaign,
  | 'id'
  | 'advertiserId'
  | 'landingUrl'
  | 'category'
  | 'medium'
  | 'vendor'
  | 'hourlyBudget'
  | 'maxCpm'
  | 'maxCpc'
  | 'startsAt'
  | 'endsAt'
  | 'schedule'
  | 'scheduleClock'
  | 'timeZone'
  | 'bidModifiers'
  | 'targeting'
  | 'requiresViewability'
  | 'frequencyCaps'
  | 'showsToUnknownVisitors'
  | 'creativeRotation'
  | 'priority'
  | 'shareOfVoice'
>;

/** A creative, and the campaign that would pay for it: for sale, or not yet. */
export interface OnOffer extends Pick<ServableCreative, 'origin'> {
  readonly creative: Omit<CreativeForSale, 'campaignId' | 'hash' | 'alt' | 'impressionPixels'>;
  readonly campaign: CampaignOnOffer;
}

/** Views that were observed, and what came of them. */
export type Results = Pick<Totals, 'impressions' | 'clicks' | 'conversions'>;

/** Facts about a creative for sale that are not its own members. */
export interface CandidateFacts extends Results {
  /** USD per thousand impressions, without what clicks bring. */
  readonly bid: number;
  /** Results of the whole campaign, where its creatives take turns; null: nothing is known yet, or each competes for itself. */
  readonly campaign: Results | null;
  /** Reads the campaign's targeting. */
  readonly taxonomy: Taxonomy;
  readonly weekHours: WeekHours;
}

/** A creative for sale as the selection sees it. */
export function toCandidate(
  { creative, campaign, origin }: OnOffer,
  facts: CandidateFacts,
): Candidate {
  const { bid, impressions, clicks, taxonomy, weekHours } = facts;
  return {
    creativeId: creative.id,
    campaignId: campaign.id,
    advertiserId: campaign.advertiserId,
    category: campaign.category ?? '',
    medium: campaign.medium,
    vendor: campaign.vendor,
    type: creative.type,
    mime: creative.mime,
    scope: creative.scope,
    effectiveRpm: worthOf(campaign, { bid, results: facts.campaign ?? { impressions, clicks } }),
    impressions,
    ...flightOf(creative, campaign),
    ...termsOf(campaign, { taxonomy, weekHours }),
    keywords: keywordsOf(creative),
    peer: origin?.address ?? null,
    requiresViewability: campaign.requiresViewability,
    requiresKnownVisitor: requiresKnownVisitor(creative, campaign),
    rotation: rotationOf(creative, campaign.creativeRotation, facts),
    ownSites: ownSitesOf(campaign),
  };
}

const requiresKnownVisitor = (creative: OnOffer['creative'], campaign: CampaignOnOffer): boolean =>
  !campaign.showsToUnknownVisitors &&
  (campaign.frequencyCaps !== null || creative.frequencyCaps !== null);

/** @param of.results of the whole campaign, where its creatives take turns: it bids as it is, whichever will be shown */
function worthOf(
  campaign: CampaignOnOffer,
  {
    bid,
    results,
  }: { readonly bid: number; readonly results: Pick<Results, 'impressions' | 'clicks'> },
): number {
  if (isFree(campaign)) return 0;
  const { maxCpc, hourlyBudget } = campaign;
  return effectiveRpm({
    maxCpm: bid,
    maxCpc: maxCpc === null ? null : toApproximateNumber(maxCpc),
    hourlyBudget: toApproximateNumber(hourlyBudget),
    ...results,
  });
}

function ownSitesOf({ advertiserId, priority, shareOfVoice }: CampaignOnOffer): OwnSites | null {
  return priority === 'standard' ? null : { accountId: advertiserId, priority, shareOfVoice };
}

const even: Rotation = { weight: 1 };

function rotationOf(
  { weight }: OnOffer['creative'],
  creativeRotation: CreativeRotation,
  facts: CandidateFacts,
): Rotation | null {
  const { campaign } = facts;
  switch (creativeRotation) {
    case 'auction':
      return null;
    case 'even':
      return even;
    case 'weighted':
      return { weight };
    case 'optimized_clicks':
      return beliefOf(clicksOf(facts), clicksOf(campaign ?? facts));
    case 'optimized_conversions':
      return beliefOf(conversionsOf(facts), conversionsOf(campaign ?? facts));
  }
}

const clicksOf = ({ impressions: views, clicks: successes }: Results) => ({ views, successes });
const conversionsOf = ({ impressions: views, conversions: successes }: Results) => ({
  views,
  successes,
});

/** The later start, and the earlier end. */
function flightOf(
  { times }: OnOffer['creative'],
  { startsAt, endsAt }: CampaignOnOffer,
): Pick<Candidate, 'startsAt' | 'endsAt'> {
  const ends = [endsAt, times?.endsAt].flatMap((end) => end?.getTime() ?? []);
  return {
    startsAt: Math.max(startsAt.getTime(), times?.startsAt?.getTime() ?? -Infinity),
    endsAt: ends.length === 0 ? null : Math.min(...ends),
  };
}

interface CampaignTerms {
  readonly taxonomy: Taxonomy;
  readonly landingHost: string;
  readonly schedule: Targeting;
  readonly modifiers: BidModifiers | null;
  readonly requires: Targeting;
  readonly excludes: Targeting;
}

const knownTerms = new WeakMap<CampaignOnOffer, CampaignTerms>();

/** The same texts and maps for all creatives of a campaign: there are many. */
function termsOf(
  campaign: CampaignOnOffer,
  { taxonomy, weekHours }: Pick<CandidateFacts, 'taxonomy' | 'weekHours'>,
): CampaignTerms {
  let terms = knownTerms.get(campaign);
  if (terms?.taxonomy !== taxonomy) {
    const { requires, excludes } = flattenTargeting(taxonomy, campaign);
    const schedule = weekHours.termsOf(campaign);
    const landingHost = hostOfLanding(campaign.landingUrl) ?? '';
    const modifiers = modifiersOf(campaign);
    if (modifiers && modifiers.hours.size > 0) weekHours.note(modifiers.timeZone);
    const targeting = { requires: toMap(requires), excludes: toMap(excludes) };
    terms = { taxonomy, landingHost, schedule, modifiers, ...targeting };
    knownTerms.set(campaign, terms);
  }
  return terms;
}

function toMap(features: Readonly<Record<string, readonly string[]>>): Targeting {
  const entries = Object.entries(features);
  return entries.length === 0 ? nothing : new Map(entries);
}

/** The findings of classifiers, and for each of them that it has seen the creative. */
function keywordsOf({ keywords }: OnOffer['creative']): Targeting {
  const classified = Object.keys(keywords).map(
    (key) => [`${key.slice(0, key.indexOf(':'))}:classified`, ['1']] as const,
  );
  return toMap({ ...keywords, ...Object.fromEntries(classified) });
}
