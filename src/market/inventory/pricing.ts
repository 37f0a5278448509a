import type { CreativeForSale } from '../../demand/creatives/creative.resource';
import type { CurrentTaxonomy } from '../../demand/taxonomy/current-taxonomy';
import type { Candidate } from '../selection/types';
import { type CampaignPrice, CampaignPrices, type ObservedCampaign } from './campaign-prices';
import { type OnOffer, type Results, toCandidate } from './candidate';
import type { CreativeResults } from './creative-results';
import type { ForSale, ServableCreative } from './for-sale';
import type { Pace } from '../../platform/process/pace';
import { modifiedPrice } from './modified-price';
import { modifiersOf } from './modifiers-of';
import { mostMultiplierOf } from '../selection/bid-modifiers';
import { WeekHours } from './week-hours';

/** The prices of all that is for sale. */
export interface Pricing {
  /** The most that it pays, as of its last pricing; all 0 for a campaign that is not for sale. */
  priceOf(campaignId: string): CampaignPrice;
  /** The same where its bid is modified. @param multiplier millionths of the bid */
  priceAt(campaignId: string, multiplier: number): CampaignPrice;
  /**
   * USD that were paid for 1,000 accepted views of a campaign, as of its last pricing; null while it has too few of them.
   */
  paidRpmOf(campaignId: string): number | null;
  /** Prices one campaign at its present bid; nothing happens when it is not for sale. */
  priceCampaign(campaignId: string): void;
  /** To be called when a creative comes for sale. */
  noteComing(creative: Pick<CreativeForSale, 'id' | 'campaignId'>): void;
  /** To be called when a creative leaves. */
  noteLeaving(creative: Pick<CreativeForSale, 'id' | 'campaignId'>): void;
  /** To be called when a campaign is not for sale any more. */
  forget(campaignId: string): void;
  /** Finds the bids of all campaigns anew, and prices them. */
  repriceAll(): Promise<void>;
  /** A creative as the selection sees it, at the present bid of its campaign. */
  readonly candidateOf: (servable: ServableCreative) => Candidate;
  /** A creative as the selection would see it if it were for sale; nothing is remembered of it. */
  imagine(onOffer: OnOffer): Candidate;
  /** All that is for sale. */
  listCandidates(): Promise<readonly Candidate[]>;
}

export interface PricingOptions {
  readonly forSale: ForSale;
  readonly results: CreativeResults;
  readonly taxonomy: Pick<CurrentTaxonomy, 'current'>;
  readonly weekHours: WeekHours;
  readonly pace: Pace;
  readonly now: () => Date;
}

const notForSale: CampaignPrice = { rpm: 0, viewPrice: 0n, clickPrice: 0n, offerCost: 0n };
/** From so many accepted views on it is said what they have cost. */
const enoughAccepted = 100;
/** Candidates that are priced before other work gets its turn. */
const pricedPerTurn = 1_000;

interface PricedCampaign {
  /** At the whole bid. */
  readonly price: CampaignPrice;
  /** Where its modifiers make most of the bid. */
  readonly most: CampaignPrice;
  /** Of all its creatives, where these take turns; null: each competes for itself. */
  readonly results: Results | null;
  readonly paidRpm: number | null;
}

type Observed = ObservedCampaign & Results & Pick<PricedCampaign, 'paidRpm'>;

/** A campaign for sale with the results of its creatives; null: it is not for sale. */
function observeIn(
  { forSale, results }: Pick<PricingOptions, 'forSale' | 'results'>,
  campaignId: string,
): Observed | null {
  const campaign = forSale.findCampaign(campaignId);
  if (!campaign) return null;
  let impressions = 0;
  let clicks = 0;
  let conversions = 0;
  let acceptedViews = 0;
  let paid = 0;
  for (const creativeId of forSale.idsOf(campaignId)) {
    const result = results.get(creativeId);
    impressions += result.impressions;
    clicks += result.clicks;
    conversions += result.conversions;
    acceptedViews += result.acceptedViews;
    paid += result.paid;
  }
  const paidRpm = acceptedViews < enoughAccepted ? null : paid / 1e11 / (acceptedViews / 1_000);
  return { campaign, impressions, clicks, conversions, paidRpm };
}

export function createPricing({
  forSale,
  results,
  taxonomy,
  weekHours,
  pace,
  now,
}: PricingOptions): Pricing {
  const prices = new CampaignPrices(now);
  /** By the ids of campaigns for sale. */
  const priced = new Map<string, PricedCampaign>();
  const observe = (campaignId: string) => observeIn({ forSale, results }, campaignId);

  function price({ campaign, paidRpm, ...results }: Observed): void {
    const price = prices.priceOf({ campaign, ...results });
    const takesTurns = campaign.creativeRotation !== 'auction';
    const most = modifiedPrice(price, mostMultiplierOf(modifiersOf(campaign)));
    priced.set(campaign.id, { price, most, results: takesTurns ? results : null, paidRpm });
  }

  function candidateAt(onOffer: OnOffer, bid: number, hours: WeekHours): Candidate {
    const { impressions, clicks, conversions } = results.get(onOffer.creative.id);
    const { id, creativeRotation } = onOffer.campaign;
    const campaign = creativeRotation === 'auction' ? null : (priced.get(id)?.results ?? null);
    const own = { impressions, clicks, conversions };
    const facts = { ...own, bid, campaign, taxonomy: taxonomy.current, weekHours: hours };
    return toCandidate(onOffer, facts);
  }

  const candidateOf = (servable: ServableCreative) =>
    candidateAt(servable, prices.bidOf(servable.campaign), weekHours);

  return {
    priceOf: (campaignId) => priced.get(campaignId)?.most ?? notForSale,
    priceAt: (campaignId, multiplier) =>
      modifiedPrice(priced.get(campaignId)?.price ?? notForSale, multiplier),
    noteComing: ({ id, campaignId }) => prices.shift(campaignId, results.get(id).impressions),
    noteLeaving: ({ id, campaignId }) => prices.shift(campaignId, -results.get(id).impressions),
    paidRpmOf: (campaignId) => priced.get(campaignId)?.paidRpm ?? null,
    forget: (campaignId) => void priced.delete(campaignId),
    candidateOf,

    imagine: (onOffer) =>
      candidateAt(onOffer, prices.likelyBidOf(onOffer.campaign), new WeekHours()),

    priceCampaign(campaignId) {
      const observed = observe(campaignId);
      if (observed) price(observed);
    },

    async repriceAll() {
      const observed: Observed[] = [];
      for (const campaignId of forSale.campaignIds()) {
        const one = observe(campaignId);
        if (one) observed.push(one);
        if (observed.length % pricedPerTurn === 0) await pace.rest();
      }
      for (const _slice of prices.reprice(observed)) await pace.rest();
      for (const [at, { campaign: before, ...results }] of observed.entries()) {
        // It may be for sale on other terms by now.
        const campaign = forSale.findCampaign(before.id);
        if (campaign) price({ ...results, campaign });
        if (at % pricedPerTurn === 0) await pace.rest();
      }
    },

    async listCandidates() {
      const candidates: Candidate[] = [];
      for (const servable of forSale.creatives()) {
        candidates.push(candidateOf(servable));
        if (candidates.length % pricedPerTurn === 0) await pace.rest();
      }
      return candidates;
    },
  };
}
