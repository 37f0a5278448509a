import { type Amount, toAmount, toApproximateNumber } from '../../amount';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { hourMs } from '../../time';
import { isPeerCampaign, type PeerCampaign } from '../../peers/import/peer-demand';
import { automaticRpm, clickRate, effectiveRpm } from '../selection/effective-rpm';
import type { CampaignOnOffer } from './candidate';
import { Sample } from './sample';

/** A campaign for sale and what its creatives for sale have achieved so far. */
export interface ObservedCampaign {
  readonly campaign: Campaign;
  readonly impressions: number;
  readonly clicks: number;
}

/** The prices that a campaign pays at its present bid, and its worth. */
export interface CampaignPrice {
  /** USD per thousand impressions: the observed average from 1,000 impressions on, before that the expected one. */
  readonly rpm: number;
  /** USD that a find offers for a view: a thousandth of the price or bid, rounded down. */
  readonly viewPrice: Amount;
  /** USD that a find offers for a click; 0: free. */
  readonly clickPrice: Amount;
  /** USD that an offer is expected to cost: its view, and its share of a click. An estimate, above 0 unless it is free. */
  readonly offerCost: Amount;
}

interface AutomaticBid {
  readonly rpm: number;
  /** Unix milliseconds. */
  readonly foundAt: number;
  /** The hour that is being counted: when it began, and the impressions before it. */
  readonly hourBeganAt: number;
  readonly impressionsBefore: number;
  readonly impressionsLastHour: number;
}

/** A peer pays by its own reckoning: its offers promise nothing, and nothing is set aside for them. */
const unpriced = { viewPrice: 0n, clickPrice: 0n, offerCost: 0n } as const;
const keptForMs = 24 * hourMs;
/** From so many impressions on the observed average says more than the expected one. */
const enoughImpressions = 1000;
const pricedPerSlice = 1000;

/**
 * Bids and prices of campaigns. Automatic bids are this process's own: each process finds them from results that all
 * share, and begins at the market's average when it starts.
 */
export class CampaignPrices {
  readonly #automaticBids = new Map<string, AutomaticBid>();
  #marketRpm: number | undefined;
  /** Of our campaigns, with prices and without; null: there are none. */
  #medianRpm: number | null = null;

  constructor(private readonly now: () => Date) {}

  /**
   * USD per thousand impressions without what clicks bring: the campaign's own price, or its automatic bid, which
   * only `reprice` moves. A campaign that was never priced gets its first bid here.
   *
   * @param impressions that the campaign has had: only later ones are of the hour that a first bid begins
   */
  bidOf(campaign: Campaign, impressions = 0): number {
    if (isPeerCampaign(campaign)) return this.#foreignBidOf(campaign);
    if (campaign.maxCpm !== null) return toApproximateNumber(campaign.maxCpm);
    return (this.#automaticBids.get(campaign.id) ?? this.#openBid(campaign, impressions)).rpm;
  }

  /** The bid of a campaign of ours, or the one that it would begin with: nothing is remembered of it. */
  likelyBidOf(campaign: CampaignOnOffer): number {
    if (campaign.maxCpm !== null) return toApproximateNumber(campaign.maxCpm);
    return this.#automaticBids.get(campaign.id)?.rpm ?? this.#firstBidOf(campaign, 0);
  }

  /** A campaign that was never priced gets its first bid here, too. */
  priceOf(observed: ObservedCampaign): CampaignPrice {
    const { campaign } = observed;
    if (isPeerCampaign(campaign)) return { ...unpriced, rpm: this.#rpmOf(observed) };
    const ofThousand = campaign.maxCpm ?? toAmount(this.bidOf(campaign, observed.impressions));
    const viewPrice = ofThousand / 1000n;
    const clickPrice = campaign.maxCpc ?? 0n;
    return {
      rpm: this.#rpmOf(observed),
      viewPrice,
      clickPrice,
      offerCost: viewPrice + shareOfClick(clickPrice, clickRate(observed)),
    };
  }

  /**
   * Takes up that creatives of a campaign have come for sale: their former impressions are none of the hour that is counted.
   *
   * @param impressions below 0: of creatives that have left
   */
  shift(campaignId: string, impressions: number): void {
    const bid = this.#automaticBids.get(campaignId);
    if (!bid) return;
    const impressionsBefore = bid.impressionsBefore + impressions;
    this.#automaticBids.set(campaignId, { ...bid, impressionsBefore });
  }

  /**
   * Finds the market's average, then moves the automatic bids, by at most 1.3 times an hour however often it is
   * called. Works in slices, one for each `next()`.
   *
   * @param observed all campaigns for sale. Bids of others are kept for a day: they may be paused.
   */
  *reprice(observed: readonly ObservedCampaign[]): Generator<undefined, void> {
    let sum = 0;
    let priced = 0;
    const sample = new Sample();
    for (const [at, one] of observed.entries()) {
      if (one.campaign.maxCpm !== null && !isPeerCampaign(one.campaign)) {
        const rpm = this.#expectedRpm(one);
        sample.add(rpm);
        sum += rpm;
        priced += 1;
      }
      if (at % pricedPerSlice === pricedPerSlice - 1) yield;
    }
    this.#marketRpm = priced === 0 ? undefined : sum / priced;
    for (const [at, one] of observed.entries()) {
      if (one.campaign.maxCpm === null) {
        this.#moveBid(one);
        sample.add(this.#expectedRpm(one));
      } else this.#automaticBids.delete(one.campaign.id);
      if (at % pricedPerSlice === pricedPerSlice - 1) yield;
    }
    this.#medianRpm = sample.median();
    const oldest = this.now().getTime() - keptForMs;
    for (const [campaignId, { foundAt }] of this.#automaticBids)
      if (foundAt < oldest) this.#automaticBids.delete(campaignId);
  }

  /**
   * Coins that the peer has paid for views of its campaign tell. Before that half of the most that it says to pay is believed, and no
   * more than half of our own campaigns pay.
   *
   * @see docs/contract.md §10
   */
  #foreignBidOf({ maxCpm, paidCpm }: PeerCampaign): number {
    if (paidCpm !== null) return toApproximateNumber(paidCpm);
    const believed = toApproximateNumber(maxCpm ?? 0n) / 2;
    return this.#medianRpm === null ? believed : Math.min(believed, this.#medianRpm);
  }

  #openBid(campaign: Campaign, impressions: number): AutomaticBid {
    const at = this.now().getTime();
    const bid = {
      rpm: this.#firstBidOf(campaign, impressions),
      foundAt: at,
      hourBeganAt: at,
      impressionsBefore: impressions,
      impressionsLastHour: 0,
    };
    this.#automaticBids.set(campaign.id, bid);
    return bid;
  }

  #firstBidOf(campaign: CampaignOnOffer, impressions: number): number {
    const marketRpm = this.#marketRpm;
    return automaticRpm({ ...termsOf(campaign), impressions, clicks: 0, marketRpm });
  }

  #moveBid({ campaign, impressions, clicks }: ObservedCampaign): void {
    const before = this.#automaticBids.get(campaign.id);
    if (!before) {
      this.#openBid(campaign, impressions);
      return;
    }
    const at = this.now().getTime();
    const counted = countHour(before, impressions, at);
    const sinceThen = impressions - counted.impressionsBefore;
    const rpm = automaticRpm({
      ...termsOf(campaign),
      impressions,
      clicks,
      impressionsLastHour: Math.max(counted.impressionsLastHour, sinceThen),
      previousRpm: before.rpm,
      hoursSincePrevious: (at - before.foundAt) / hourMs,
      marketRpm: this.#marketRpm,
    });
    this.#automaticBids.set(campaign.id, { ...counted, rpm, foundAt: at });
  }

  #expectedRpm({ campaign, impressions, clicks }: ObservedCampaign): number {
    return effectiveRpm({
      ...termsOf(campaign),
      maxCpm: this.bidOf(campaign, impressions),
      impressions,
      clicks,
    });
  }

  #rpmOf(observed: ObservedCampaign): number {
    const { campaign, impressions, clicks } = observed;
    if (impressions < enoughImpressions) return this.#expectedRpm(observed);
    const terms = termsOf(campaign);
    const ofClicks = ((terms.maxCpc ?? 0) * clicks * 1000) / impressions;
    const maxCpm = this.bidOf(campaign, impressions) + ofClicks;
    return effectiveRpm({ ...terms, maxCpm, maxCpc: null, impressions, clicks });
  }
}

function termsOf({ maxCpm, maxCpc, hourlyBudget }: CampaignOnOffer) {
  return {
    maxCpm: maxCpm === null ? null : toApproximateNumber(maxCpm),
    maxCpc: maxCpc === null ? null : toApproximateNumber(maxCpc),
    hourlyBudget: toApproximateNumber(hourlyBudget),
  };
}

/** The price of a click, spread over the offers that it takes; rounded up. */
function shareOfClick(clickPrice: Amount, rate: number): Amount {
  return clickPrice === 0n ? 0n : toAmount(toApproximateNumber(clickPrice) * rate) + 1n;
}

/** Closes the counted hour when it is over. When results are forgotten, the total falls, and what it is compared with falls too. */
function countHour(bid: AutomaticBid, impressions: number, at: number): AutomaticBid {
  const impressionsBefore = Math.min(bid.impressionsBefore, impressions);
  const elapsedMs = at - bid.hourBeganAt;
  if (elapsedMs < hourMs) return { ...bid, impressionsBefore };
  return {
    ...bid,
    hourBeganAt: at,
    impressionsBefore: impressions,
    impressionsLastHour: (impressions - impressionsBefore) * (hourMs / elapsedMs),
  };
}
