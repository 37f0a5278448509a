import { createId } from '../../id';
import type { WithRequest } from '../../request-facts';
import { requestIdOf } from '../../supply/visitors/request-id';
import { findVisitor, refusesTracking } from '../../supply/visitors/visitor.service';
import { isOnOwnSite } from '../events/event-token';
import type { Onlooker } from '../frequency/frequency-counts';
import type { ObservedFind } from '../outcomes/judge';
import type { CampaignPrice } from '../inventory/campaign-prices';
import type { ServableCreative } from '../inventory/for-sale';
import { multiplierIn, rpmIn } from '../selection/bid-modifiers';
import { clickRate } from '../selection/effective-rpm';
import { createExplainer } from '../selection/explain';
import { type NonBidReason, nonBidReasons } from '../selection/non-bid-reasons';
import type { OpenRequest } from '../selection/index/candidate-index';
import { nothingSeen, RecentlySeen, type SeenCreative } from '../selection/ranking/recently-seen';
import { amongAll, type Sale, secondRpm } from '../selection/second-price';
import { chooseWinner } from '../selection/select';
import type { Candidate, Imp, SelectionContext } from '../selection/types';
import { type Bid, toBid } from './bid';
import type { BidRequest, BidRequestImp } from './bid-request';
import { secondPriceOf } from './offer-price';
import { factsOf } from './request-features';
import type { ServingContext } from './serving.context';
import type { KnownPlacement, KnownSite } from './known-supply';
import { LeftOutCampaigns } from './left-out-campaigns';
import { RequestCaps } from './request-caps';
import { Roadblocks } from './roadblocks';
import { termsBeside } from './terms-beside';
import type { OffersBefore } from './unseen-offers';
import { toAskedImp, toAskedContext } from './asked-selection';
import {
  mostSeen,
  type SampledFind,
  sampledPageOf,
  toSampledPlacement,
} from '../replay/sampled-find';

/** A placement of a request that may be filled. */
export interface OpenImp {
  readonly imp: BidRequestImp;
  readonly known: KnownPlacement;
}

/** A creative that wins an imp. */
export interface Winner extends OpenImp {
  readonly candidate: Candidate;
  readonly servable: ServableCreative;
  /** The cost of the offer for its campaign. */
  readonly price: CampaignPrice;
}

/** The reason that nobody bids for an imp. */
export interface NonBidExplanation {
  readonly reason: NonBidReason;
  readonly statusCode: number;
  readonly details: readonly string[];
}

function seenBy(
  { visitorMemory }: Pick<ServingContext, 'visitorMemory'>,
  trackingId: string | null,
  now: number,
): RecentlySeen {
  if (trackingId === null) return nothingSeen;
  const { creatives, campaignMarks } = visitorMemory.listSeen(trackingId, now);
  return new RecentlySeen(creatives, campaignMarks);
}

/** A campaign on a site of its own account pays nothing. */
const free: CampaignPrice = { rpm: 0, viewPrice: 0n, clickPrice: 0n, offerCost: 0n };

/** The auction of all imps of one request: choosing changes nothing, and may be done anew. */
export class RequestAuction {
  readonly #now: number;
  readonly #pageImpressionId: string;
  /** null: the visitor is not tracked. */
  readonly trackingId: string | null;
  readonly #onlooker: Onlooker;
  readonly #recentlySeen: RecentlySeen;
  readonly #facts: ReturnType<typeof factsOf>;
  readonly #refusesPeers: boolean;
  /** The ads may call third parties: for a visitor who consents, never in a test. */
  readonly #takesPixels: boolean;
  readonly #paysSecondPrice: boolean;
  readonly #contexts = new Map<KnownSite, SelectionContext>();
  readonly #leftOut: LeftOutCampaigns;
  readonly #caps: RequestCaps;
  #chosen: readonly SeenCreative[] = [];
  /** null: no campaign for sale wants all placements, or there is one placement alone. */
  #roadblocks: Roadblocks | null = null;
  #explain: ReturnType<typeof createExplainer> | null = null;

  constructor(
    private readonly ctx: ServingContext & WithRequest,
    private readonly request: BidRequest,
  ) {
    this.#now = ctx.now().getTime();
    this.#pageImpressionId = requestIdOf(request.id);
    const { user } = request;
    const refuses = user.consent === 'refused' || refusesTracking(ctx);
    this.trackingId = refuses ? null : findVisitor(ctx, this.#pageImpressionId, user.id);
    this.#onlooker = { trackingId: this.trackingId, at: this.#now };
    this.#caps = new RequestCaps(ctx, this.#onlooker);
    this.#leftOut = new LeftOutCampaigns(ctx.inventory);
    this.#recentlySeen = seenBy(ctx, this.trackingId, this.#now);
    this.#facts = factsOf(ctx, request);
    const { isTest, isFromTag } = request;
    this.#refusesPeers = refuses;
    this.#takesPixels = user.consent === 'given' && !refuses && isFromTag && !isTest;
    this.#paysSecondPrice = ctx.auctionTypes.at(this.#now) === 'second_price';
  }

  /**
   * Imps that nobody wins are left out.
   *
   * @param kept winners of other imps of the request, which count as chosen before
   */
  choose(imps: readonly OpenImp[], kept: readonly Winner[]): readonly Winner[] {
    const { index } = this.ctx.inventory;
    const { ids } = this.#leftOut;
    this.#caps.takeUp();
    return ids.size === 0
      ? this.#choose(imps, kept)
      : index.without(ids, () => this.#choose(imps, kept));
  }

  /** From now on these campaigns win nothing more of this request. */
  leaveOut(campaignIds: Iterable<string>): void {
    this.#leftOut.add(campaignIds);
  }

  /** From now on campaigns that have too many unseen offers win nothing more of this request, and are left out. */
  bindBy(bounds: Pick<OffersBefore, 'isAtBound'>): void {
    this.#leftOut.bindBy(bounds);
  }

  /** From now on campaigns that want all placements of the request and are among the winners win nothing more of it. */
  refuseRoadblock(winners: readonly Winner[]): void {
    for (const { servable } of winners)
      if (servable.campaign.roadblock) this.#roadblocks?.refuse(servable.campaign.id);
  }

  /** From now on no campaign that wants all placements wins. */
  refuseRoadblocks(): void {
    this.#roadblocks?.refuseAll();
  }

  /** Says that the winner has its placement only with all others of the request. */
  isRoadblock({ servable }: Winner): boolean {
    return this.#roadblocks !== null && servable.campaign.roadblock;
  }

  /**
   * Counts the winners as served and seen, but for a test. To be done once.
   *
   * @returns them without those that another process has offered to the same visitor in this moment, up to a cap
   */
  claim(winners: readonly Winner[]): readonly Winner[] {
    if (this.request.isTest) return winners;
    const counted = winners.filter((winner) => this.#count(winner));
    const claimed = counted.length < winners.length ? withoutParts(winners, counted) : counted;
    if (this.trackingId !== null && claimed.length > 0) {
      const shown = claimed.map(({ candidate }) => candidate);
      this.ctx.visitorMemory.recordSeen(this.trackingId, shown, this.#now);
    }
    return claimed;
  }

  /** Makes bids of the winners that were claimed. */
  award(winners: readonly Winner[]): readonly Bid[] {
    const { isTest } = this.request;
    const ordinals = new Map<string, number>();
    const offeredAt = Math.floor(this.#now / 250) / 4;
    // Not the id of the page impression: scenes keep theirs for a whole visit, and each find makes offers of its own.
    const requestId = createId(this.ctx);
    return winners.map(({ imp, known, candidate, servable, price }) => {
      const { creativeId } = candidate;
      const ordinal = ordinals.get(creativeId) ?? 0;
      ordinals.set(creativeId, ordinal + 1);
      const offer = { requestId, trackingId: this.trackingId, ordinal, offeredAt, isTest };
      const takesPixels = this.#takesPixels;
      return toBid(this.ctx, { impId: imp.id, known, servable, price, takesPixels, offer });
    });
  }

  explain({ imp, known }: OpenImp): NonBidExplanation {
    this.#explain ??= createExplainer(this.ctx.inventory.index);
    const asked = this.#toImp({ imp, known }, this.#chosen);
    const { nonBidReason, details } = this.#explain(asked, this.#contextOf(known.site));
    const reason = nonBidReason ?? 'noBid';
    const isUntold = reason === 'noBid' && details.length === 0;
    return {
      ...{ reason, statusCode: nonBidReasons[reason] },
      details: isUntold ? this.#leftOut.details() : details,
    };
  }

  /** An imp and how it ended, for who looks at finds beside answering them. */
  observe({ imp, known }: OpenImp, winners: readonly Winner[]): ObservedFind {
    return {
      placementId: known.placement.id,
      imp: this.#toImp({ imp, known }, this.#chosen),
      context: this.#contextOf(known.site),
      ineligibleCampaignIds: this.ctx.inventory.index.ineligibleCampaignIds,
      leftOut: this.#leftOut.ids,
      winner: winners.find((winner) => winner.imp === imp)?.candidate ?? null,
    };
  }

  /** An imp as it is kept for forecasts: nothing of it tells the visitor. */
  sample(one: OpenImp, open: readonly OpenImp[], winners: readonly Winner[]): SampledFind {
    const position = winners.findIndex(({ imp }) => imp === one.imp);
    const chosenBefore = position < 0 ? winners.length : position;
    const page = sampledPageOf(open.map(toSampledPlacement), open.indexOf(one));
    return {
      ...toSampledPlacement(one),
      ...(page && { page }),
      visitor: this.#facts,
      isTracked: this.trackingId !== null,
      seen: Math.min(this.#recentlySeen.creatives.length + chosenBefore, mostSeen),
      refusesPeers: this.#refusesPeers,
      isFromTag: this.request.isFromTag,
    };
  }

  #choose(imps: readonly OpenImp[], kept: readonly Winner[]): readonly Winner[] {
    const { inventory } = this.ctx;
    if (inventory.roadblockOf.size > 0 && imps.length + kept.length > 1)
      this.#roadblocks ??= new Roadblocks(inventory, imps);
    const roadblocks = this.#roadblocks;
    if (roadblocks === null) return this.#chooseEach(imps, kept);
    const first = kept.length === 0 ? (imps[0]?.imp ?? null) : null;
    for (;;) {
      roadblocks.begin(first);
      const winners = this.#chooseEach(imps, kept);
      if (roadblocks.isKept(winners.length === imps.length)) return winners;
    }
  }

  #chooseEach(imps: readonly OpenImp[], kept: readonly Winner[]): readonly Winner[] {
    const { inventory } = this.ctx;
    const winners: Winner[] = [];
    const before: SeenCreative[] = kept.map(({ candidate }) => candidate).reverse();
    for (const { imp, known } of imps) {
      const context = this.#contextOf(known.site);
      const asked = this.#leftOut.outOf(this.#toImp({ imp, known }, before), known);
      const open = inventory.index.open(asked, context);
      const choice = chooseWinner(
        open,
        { imp: asked, context },
        { seeksRival: this.#paysSecondPrice },
      );
      const servable = choice && inventory.find(choice.winner.creativeId);
      if (!servable) continue;
      const { winner } = choice;
      const price = isOwn({ servable, known })
        ? free
        : this.#priceOf({ imp: asked, context, ...choice }, open);
      this.#roadblocks?.noteWinner(imp, servable.campaign);
      before.unshift(winner);
      winners.push({ imp, known, candidate: winner, servable, price });
    }
    this.#chosen = before;
    return winners;
  }

  /** @param open as the winner was chosen from it */
  #priceOf(sale: Sale, open: OpenRequest): CampaignPrice {
    const { inventory } = this.ctx;
    const { campaignId, modifiers } = sale.winner;
    const full = inventory.priceAt(campaignId, multiplierIn(modifiers, sale.context));
    // Creatives of other servers cost what these say, and a winner that nothing is known to be worth pays its price.
    const paysLess = full.offerCost > 0n && this.#paysSecondPrice;
    if (!paysLess) return full;
    const own = rpmIn(sale.winner, sale.context);
    const among = amongAll(sale);
    const all = among === sale ? open : inventory.index.open(among.imp, among.context);
    const ofBid = sale.winner.effectiveRpm;
    const clickRate = full.clickPrice > 0n ? this.#clickRateOf(sale.winner) : undefined;
    return secondPriceOf(full, { ofBid, own, second: secondRpm(all, among), clickRate });
  }

  /** The rate that a creative has competed with by itself; undefined: its campaign's creatives take turns. */
  #clickRateOf({ creativeId, rotation }: Candidate): number | undefined {
    return rotation === null ? clickRate(this.ctx.creativeResults.get(creativeId)) : undefined;
  }

  /** @returns false where the offer must not be made. */
  #count(winner: Winner): boolean {
    const { creativeResults, frequencyCounts } = this.ctx;
    if (!frequencyCounts.noteOffer(this.#onlooker, winner.candidate)) return false;
    // Views of the other ones are no results.
    if (!isOwn(winner)) creativeResults.countServed(winner.candidate.creativeId);
    return true;
  }

  #toImp({ imp, known }: OpenImp, chosenBefore: readonly SeenCreative[]): Imp {
    return toAskedImp(known, {
      ...imp,
      cappedCampaignIds: this.#caps.capped(chosenBefore, 'campaignId'),
      cappedCreativeIds: this.#caps.capped(chosenBefore, 'creativeId'),
      ...termsBeside(chosenBefore, this.ctx.inventory),
      ...this.#roadblocks?.askOf(imp),
      chosenBefore,
    });
  }

  /** The same object for all imps of a site: the selection reads it once. */
  #contextOf(known: KnownSite): SelectionContext {
    let context = this.#contexts.get(known);
    if (context) return context;
    context = toAskedContext(known, {
      now: this.#now,
      seed: this.#pageImpressionId,
      visitor: this.#facts,
      hoursOfWeek: this.ctx.inventory.hoursOfWeek(this.#now, this.request.user.utcOffset),
      recentlySeen: this.#recentlySeen,
      refusesPeers: this.#refusesPeers,
      isFromTag: this.request.isFromTag,
      isTracked: this.trackingId !== null,
    });
    this.#contexts.set(known, context);
    return context;
  }
}

/** Says that an offer costs nothing: it is made on a site of the campaign's own account. */
const isOwn = ({ servable: { campaign }, known }: Pick<Winner, 'servable' | 'known'>): boolean =>
  isOnOwnSite({
    advertiserId: campaign.advertiserId,
    publisherId: known.placement.publisherId,
  });

/** Those that were counted. A campaign that wants all placements of the request has none of them where it lost one. */
function withoutParts(winners: readonly Winner[], counted: readonly Winner[]): readonly Winner[] {
  const lost = winners.filter((winner) => !counted.includes(winner));
  const parted = new Set(lost.map(({ servable }) => servable.campaign.id));
  return counted.filter(
    ({ servable: { campaign } }) => !campaign.roadblock || !parted.has(campaign.id),
  );
}
