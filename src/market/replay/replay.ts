import { toApproximateNumber } from '../../amount';
import { capsOf } from '../../demand/campaigns/frequency-caps';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { hourOfWeek } from '../../demand/campaigns/schedule';
import { unclaimedPublisherId } from '../../identity/accounts/account';
import { hourMs } from '../../time';
import { canonicalZone, localDayOf } from '../../time-zone';
import type { AuctionType } from '../auction-types/auction-type';
import { isOnOwnSite } from '../events/event-token';
import type { Inventory } from '../inventory/inventory';
import { clockOf } from '../inventory/week-hours';
import { rpmIn } from '../selection/bid-modifiers';
import { CandidateIndex } from '../selection/index/candidate-index';
import { nothingSeen, type SeenCreative } from '../selection/ranking/recently-seen';
import { amongAll, type Sale, secondRpm } from '../selection/second-price';
import { type Indexes, openAmong, selectAmong } from '../selection/select';
import type { Candidate, Imp, SelectionContext } from '../selection/types';
import { toAskedContext, toAskedImp } from '../serving/asked-selection';
import { PageSizes } from '../serving/page-sizes';
import { type PageRules, termsBeside } from '../serving/terms-beside';
import type { RecentFind, RecentHour, RecentPlacement } from './recent-finds';
import { ReplayCount } from './replay-count';
import { type PageTerms, winnerOnPage } from './replayed-page';
import { type SpendingLimit, ReplayedSpending } from './replayed-spending';

/** The market that finds are replayed in, as it is now. */
export type ReplayedMarket = Pick<
  Inventory,
  | 'index'
  | 'hoursOfWeek'
  | 'findCampaign'
  | 'findCapped'
  | 'competitors'
  | 'shownOncePerPage'
  | 'roadblockOf'
  | 'creativeIdsOf'
>;

/** A campaign that is tried in the market beside all that is for sale. */
export interface TriedCampaign
  extends Pick<
    Campaign,
    | 'advertiserId'
    | 'medium'
    | 'timeZone'
    | 'scheduleClock'
    | 'hourlyBudget'
    | 'dailyBudget'
    | 'totalBudget'
    | 'frequencyCaps'
    | 'category'
    | 'competitiveExclusion'
    | 'showsOncePerPage'
    | 'roadblock'
  > {
  /** Their campaign is `triedId`. */
  readonly candidates: readonly Candidate[];
  /** The campaign as it is for sale today, which takes no part; null: a new one. */
  readonly replacedId: string | null;
}

/** Names the tried campaign: no id is like this. */
export const triedId = 'f'.repeat(32);

/** The terms that finds are replayed on. */
export interface ReplayTerms {
  /** Part of the offers that are seen. */
  readonly viewRate: number;
  readonly auctionType: AuctionType;
}

interface Asked {
  readonly imp: Imp;
  readonly context: SelectionContext;
}

/** A winner of a placement as it is replayed. */
interface ReplayedSale extends Sale, SeenCreative {}

/** A find as it is replayed. */
interface ReplayedFind extends RecentFind {
  readonly at: number;
  readonly hoursOfWeek: SelectionContext['hoursOfWeek'] & object;
  /** Draws for this find alone. */
  readonly seed: number;
}

/**
 * Asks the live index, with some candidates more, for finds of the last days: the code of selection itself answers. A
 * visitor who had seen ads is shown as many before. Budgets of the hour and the day are used up by whoever wins, that of
 * its life by the tried campaign alone. The placements of a find are decided together.
 */
export class Replay {
  private readonly tried: CandidateIndex;
  private readonly spending: ReplayedSpending;
  private readonly pageRules: PageRules;
  private readonly count = new ReplayCount();
  private replayed = 0;

  constructor(
    private readonly market: ReplayedMarket,
    private readonly campaign: TriedCampaign,
    private readonly terms: ReplayTerms,
  ) {
    this.spending = new ReplayedSpending(terms.viewRate);
    this.tried = CandidateIndex.of(campaign.candidates);
    const tried = { ...campaign, id: triedId };
    this.pageRules = {
      competitors: { competitorsOf: (ids) => market.competitors.competitorsOf(ids, tried) },
      shownOncePerPage: {
        has: (id) => (id === triedId ? campaign.showsOncePerPage : market.shownOncePerPage.has(id)),
      },
    };
  }

  /** Replays one find for each `next()`. The market may change meanwhile. */
  *run(hours: readonly RecentHour[]): Generator<undefined, ReplayCount> {
    const { timeZone, medium } = this.campaign;
    for (const { at, finds } of hours) {
      const ownHour = [String(hourOfWeek(timeZone, at))];
      const ownHours = [canonicalZone(timeZone), clockOf(this.campaign)].map(
        (clock) => [clock, ownHour] as const,
      );
      const hoursOfWeek = new Map([...this.market.hoursOfWeek(at), ...ownHours]);
      for (const find of finds) {
        if (find.known.site.site.medium !== medium) continue;
        this.replayed += 1;
        this.replay({ ...find, at, hoursOfWeek, seed: this.replayed });
        yield;
      }
    }
    return this.count;
  }

  private replay(find: ReplayedFind): void {
    const before = this.showBefore(find);
    const { weight, at } = find;
    const { index } = this.market;
    const sale = this.saleOf(find, before, [index, this.tried]);
    const hasWon = sale?.campaignId === triedId;
    const rival = hasWon ? this.saleOf(find, before, [index]) : sale;
    const rpm = sale ? this.priceOf(sale, find) : 0;
    const paid = sale ? this.spending.spend({ ...sale, rpm }, weight, this.limitsOf(sale, at)) : 0;
    const { viewRate } = this.terms;
    this.count.add({
      weight,
      publisher: publisherOf(find),
      isTracked: find.find.isTracked,
      fit:
        hasWon || this.fits(find, before)
          ? { rivalRpm: rival ? rpmIn(rival.winner, rival.context) : 0, won: hasWon ? weight : 0 }
          : null,
      ...(hasWon && { paid, cost: (paid * rpm * viewRate) / 1000 }),
    });
  }

  /** Says that the tried campaign could be shown, if nobody else were there. */
  private fits(find: ReplayedFind, before: readonly SeenCreative[]): boolean {
    const page = this.campaign.roadblock ? find.page : null;
    return this.saleOf({ ...find, page }, before, [this.tried]) !== null;
  }

  /** @param before seen before the page, newest first */
  private saleOf(
    find: ReplayedFind,
    before: readonly SeenCreative[],
    indexes: Indexes,
  ): ReplayedSale | null {
    const { position, placements } = find.page ?? { position: 0, placements: [undefined] };
    const creativesOf = (id: string) => this.candidatesOf(id);
    const sizes = new PageSizes({ placements: find.page?.placements ?? [], creativesOf });
    return winnerOnPage({
      ...{ length: placements.length, position },
      isRoadblock: (id) => this.isRoadblock(id),
      hasAllSizes: (id) => sizes.areOf(id),
      choose: (nth, terms) => {
        const id = nth === position ? 'last' : `page ${nth}`;
        const asked = this.ask(find, [...terms.chosen, ...before], id, placements[nth]);
        const { context } = asked;
        const imp = { ...asked.imp, ...this.termsOnPage(terms) };
        const winner = selectAmong(indexes, { imp, context });
        if (!winner) return null;
        const { creativeId, campaignId } = winner;
        return { imp, context, winner, creativeId, campaignId };
      },
    });
  }

  private candidatesOf(campaignId: string): readonly Candidate[] {
    if (campaignId === triedId) return this.campaign.candidates;
    const ids = [...this.market.creativeIdsOf(campaignId)];
    return ids.flatMap((id) => this.market.index.find(id) ?? []);
  }

  private isRoadblock(campaignId: string): boolean {
    return campaignId === triedId
      ? this.campaign.roadblock
      : this.market.findCampaign(campaignId)?.roadblock === true;
  }

  private termsOnPage({ refused, holder, chosen }: PageTerms): Partial<Imp> {
    const beside = termsBeside(chosen, this.pageRules);
    if (holder !== null) {
      const own = new Set(this.campaign.candidates.map(({ creativeId }) => creativeId));
      const onlyCreativeIds = holder === triedId ? own : this.market.creativeIdsOf(holder);
      return { ...beside, onlyCreativeIds };
    }
    if (!this.campaign.roadblock && this.market.roadblockOf.size === 0) return beside;
    const has = (creativeId: string) => {
      const { campaignId = '' } =
        this.tried.find(creativeId) ?? this.market.index.find(creativeId) ?? {};
      return this.isRoadblock(campaignId) && (refused === null || refused.has(campaignId));
    };
    return { ...beside, roadblockCreativeIds: { has } };
  }

  /** USD for 1,000 views. */
  private priceOf(sale: ReplayedSale, { known }: ReplayedFind): number {
    const { advertiserId } = sale.winner;
    if (isOnOwnSite({ advertiserId, publisherId: known.placement.publisherId })) return 0;
    if (this.terms.auctionType === 'first_price') return rpmIn(sale.winner, sale.context);
    const among = amongAll(sale);
    return secondRpm(openAmong([this.market.index, this.tried], among), among);
  }

  /** Lists the ads that the visitor had seen before the page, newest first, chosen by today's market. */
  private showBefore(find: ReplayedFind): readonly SeenCreative[] {
    const seen: SeenCreative[] = [];
    const onPage = find.page?.position ?? 0;
    for (let nth = 0; nth < find.find.seen - onPage; nth += 1) {
      const asked = this.ask(find, [...seen], `${nth}`);
      const winner = selectAmong([this.market.index, this.tried], asked);
      if (winner) seen.unshift(winner);
    }
    return seen;
  }

  private ask(
    { find, known: own, at, hoursOfWeek, seed }: ReplayedFind,
    before: readonly SeenCreative[],
    id: string,
    { known, types, mimes, isTopFrame }: RecentPlacement = { ...find, known: own },
  ): Asked {
    const { visitor, refusesPeers, isFromTag, isTracked } = find;
    const seen = isTracked ? before : [];
    const has = (campaignId: string) =>
      this.isOut(campaignId, at) || this.isCampaignCapped(campaignId, seen);
    return {
      imp: toAskedImp(known, {
        ...{ id, types, mimes, isTopFrame, chosenBefore: before },
        cappedCampaignIds: { has },
        cappedCreativeIds: { has: (creativeId) => this.isCreativeCapped(creativeId, seen) },
      }),
      context: toAskedContext(known.site, {
        ...{ now: at, seed, visitor, hoursOfWeek, refusesPeers, isFromTag, isTracked },
        // Too few to be looked up: they count as chosen before.
        recentlySeen: nothingSeen,
      }),
    };
  }

  /** The tried campaign competes without money, too: so it is seen what a budget keeps from it. */
  private isOut(campaignId: string, at: number): boolean {
    if (campaignId === this.campaign.replacedId) return true;
    return campaignId !== triedId && this.spending.isUsedUp(campaignId, at);
  }

  private isCampaignCapped(campaignId: string, seen: readonly SeenCreative[]): boolean {
    const capped = campaignId === triedId ? this.campaign : this.market.findCapped(campaignId);
    return isReached(capped, seen.filter((one) => one.campaignId === campaignId).length);
  }

  /** A tried creative that is for sale has its caps. */
  private isCreativeCapped(creativeId: string, seen: readonly SeenCreative[]): boolean {
    const capped = this.market.findCapped(creativeId);
    return isReached(capped, seen.filter((one) => one.creativeId === creativeId).length);
  }

  private limitsOf({ campaignId, winner }: ReplayedSale, at: number): readonly SpendingLimit[] {
    if (winner.peer !== null) return [];
    const isTried = campaignId === triedId;
    const campaign = isTried ? this.campaign : this.market.findCampaign(campaignId);
    const hour = { from: at, to: at + hourMs };
    if (!campaign) return [{ ...hour, most: 0 }];
    const { hourlyBudget, dailyBudget, totalBudget, timeZone } = campaign;
    const limits: SpendingLimit[] = [{ ...hour, most: toApproximateNumber(hourlyBudget) }];
    if (dailyBudget !== null) {
      const { from, to } = localDayOf(timeZone, new Date(at));
      const most = toApproximateNumber(dailyBudget);
      limits.push({ from: from.getTime(), to: to.getTime(), most });
    }
    if (isTried && totalBudget !== null)
      limits.push({ from: 0, to: Infinity, most: toApproximateNumber(totalBudget) });
    return limits;
  }
}

function isReached(capped: Pick<TriedCampaign, 'frequencyCaps'> | null, seen: number): boolean {
  if (capped?.frequencyCaps == null) return false;
  return capsOf(capped.frequencyCaps).some(({ views }) => seen >= views);
}

/** Sites that nobody has claimed have one owner in the books, and as many as they are in truth. */
const publisherOf = ({ known: { site } }: RecentFind): string =>
  site.site.publisherId === unclaimedPublisherId ? site.site.id : site.site.publisherId;
