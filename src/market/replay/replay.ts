import { toApproximateNumber } from '../../amount';
import { capsOf } from '../../demand/campaigns/frequency-caps';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { hourOfWeek } from '../../demand/campaigns/schedule';
import { unclaimedPublisherId } from '../../identity/accounts/account';
import { hourMs } from '../../time';
import { canonicalZone, localDayOf } from '../../time-zone';
import type { AuctionType } from '../auction-types/auction-type';
import type { Inventory } from '../inventory/inventory';
import { clockOf } from '../inventory/week-hours';
import { rpmIn } from '../selection/bid-modifiers';
import { CandidateIndex } from '../selection/index/candidate-index';
import { secondRpm } from '../selection/second-price';
import { select, selectAmong } from '../selection/select';
import type { Candidate, Imp, SeenCreative, SelectionContext } from '../selection/types';
import { toAskedContext, toAskedImp } from '../serving/asked-selection';
import type { RecentFind, RecentHour, RecentPlacement } from './recent-finds';
import { ReplayCount } from './replay-count';
import { type PageTerms, winnerOnPage } from './replayed-page';
import { type SpendingLimit, ReplayedSpending } from './replayed-spending';

/** The market that finds are replayed in, as it is now. */
export type ReplayedMarket = Pick<
  Inventory,
  'index' | 'hoursOfWeek' | 'findCampaign' | 'findCapped' | 'roadblockOf' | 'creativeIdsOf'
>;

/** A campaign that is tried in the market beside all that is for sale. */
export interface TriedCampaign
  extends Pick<
    Campaign,
    | 'medium'
    | 'timeZone'
    | 'scheduleClock'
    | 'hourlyBudget'
    | 'dailyBudget'
    | 'totalBudget'
    | 'frequencyCaps'
    | 'showsToUnknownVisitors'
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
 * its life by the tried campaign alone. A campaign that wants all placements of a find has them all or none.
 */
export class Replay {
  private readonly tried: CandidateIndex;
  private readonly spending: ReplayedSpending;
  private readonly count = new ReplayCount();
  private replayed = 0;

  constructor(
    private readonly market: ReplayedMarket,
    private readonly campaign: TriedCampaign,
    private readonly terms: ReplayTerms,
  ) {
    this.spending = new ReplayedSpending(terms.viewRate);
    this.tried = CandidateIndex.of(campaign.candidates);
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
    const seen = this.showBefore(find);
    const asked = this.ask(find, seen, 'last');
    const { weight, at } = find;
    const winnerIn = (indexes: Indexes) => this.winnerOf(find, seen, indexes);
    const own = winnerIn([this.tried]);
    const winner = winnerIn(own ? [this.market.index, this.tried] : [this.market.index]);
    const hasWon = winner?.campaignId === triedId;
    const rival = hasWon ? winnerIn([this.market.index]) : winner;
    const rpm = winner ? this.priceOf(winner, { ...asked, own }) : 0;
    const paid = winner
      ? this.spending.spend(
          { campaignId: winner.campaignId, rpm },
          weight,
          this.limitsOf(winner, at),
        )
      : 0;
    const { viewRate } = this.terms;
    this.count.add({
      weight,
      publisher: publisherOf(find),
      isTracked: find.find.isTracked,
      fit: own
        ? { rivalRpm: rival ? rpmIn(rival, asked.context) : 0, won: hasWon ? weight : 0 }
        : null,
      ...(hasWon && { paid, cost: (paid * rpm * viewRate) / 1000 }),
    });
  }

  /** @param seen newest first, those of this page included */
  private winnerOf(
    find: ReplayedFind,
    seen: readonly SeenCreative[],
    indexes: Indexes,
  ): Candidate | null {
    const { page } = find;
    const hasRoadblocks = this.campaign.roadblock || this.market.roadblockOf.size > 0;
    if (page === null || page.placements.length < 2 || !hasRoadblocks)
      return selectIn(indexes, this.ask(find, seen, 'last'));
    const { position, placements } = page;
    const before = seen.slice(Math.min(position, seen.length));
    return winnerOnPage({
      ...{ length: placements.length, position },
      isRoadblock: (id) => this.isRoadblock(id),
      choose: (nth, terms) => {
        const isLast = nth === position;
        const shown = isLast && terms.holder === null ? seen : [...terms.chosen, ...before];
        const asked = this.ask(find, shown, isLast ? 'last' : `page ${nth}`, placements[nth]);
        return selectIn(indexes, { ...asked, imp: { ...asked.imp, ...this.termsOnPage(terms) } });
      },
    });
  }

  private isRoadblock(campaignId: string): boolean {
    return campaignId === triedId
      ? this.campaign.roadblock
      : this.market.findCampaign(campaignId)?.roadblock === true;
  }

  private termsOnPage({ refused, holder }: PageTerms): Partial<Imp> {
    if (holder !== null) {
      const own = new Set(this.campaign.candidates.map(({ creativeId }) => creativeId));
      return { onlyCreativeIds: holder === triedId ? own : this.market.creativeIdsOf(holder) };
    }
    const has = (creativeId: string) => {
      const { campaignId = '' } =
        this.tried.find(creativeId) ?? this.market.index.find(creativeId) ?? {};
      return this.isRoadblock(campaignId) && (refused === null || refused.has(campaignId));
    };
    return { roadblockCreativeIds: { has } };
  }

  /** USD for 1,000 views. @param asked.own the best of the tried ads */
  private priceOf(winner: Candidate, asked: Asked & { readonly own: Candidate | null }): number {
    const bid = rpmIn(winner, asked.context);
    if (this.terms.auctionType === 'first_price') return bid;
    const open = this.market.index.open(asked.imp, asked.context);
    const second = secondRpm(open, { ...asked, winner });
    const { own } = asked;
    const ofTried = own && winner.campaignId !== triedId ? rpmIn(own, asked.context) : 0;
    return Math.min(bid, Math.max(second, ofTried));
  }

  /** Lists the ads that the visitor had seen, newest first, chosen by today's market. */
  private showBefore(find: ReplayedFind): readonly SeenCreative[] {
    const seen: SeenCreative[] = [];
    for (let nth = 0; nth < find.find.seen; nth += 1) {
      const asked = this.ask(find, [...seen], `${nth}`);
      const winner = selectAmong([this.market.index, this.tried], asked);
      if (winner) seen.unshift(winner);
    }
    return seen;
  }

  private ask(
    { find, known: own, at, hoursOfWeek, seed }: ReplayedFind,
    recentlySeen: readonly SeenCreative[],
    id: string,
    { known, types, mimes, isTopFrame }: RecentPlacement = { ...find, known: own },
  ): Asked {
    const { visitor, refusesPeers, isFromTag, isTracked } = find;
    const seen = isTracked ? recentlySeen : null;
    const has = (campaignId: string) =>
      this.isOut(campaignId, at) || this.isCampaignCapped(campaignId, seen);
    return {
      imp: toAskedImp(known, {
        ...{ id, types, mimes, isTopFrame },
        cappedCampaignIds: { has },
        cappedCreativeIds: { has: (creativeId) => this.isCreativeCapped(creativeId, seen) },
      }),
      context: toAskedContext(known.site, {
        ...{ now: at, seed, visitor, hoursOfWeek, recentlySeen, refusesPeers, isFromTag },
      }),
    };
  }

  /** The tried campaign competes without money, too: so it is seen what a budget keeps from it. */
  private isOut(campaignId: string, at: number): boolean {
    if (campaignId === this.campaign.replacedId) return true;
    return campaignId !== triedId && this.spending.isUsedUp(campaignId, at);
  }

  /** @param seen null: nobody knows the visitor */
  private isCampaignCapped(campaignId: string, seen: readonly SeenCreative[] | null): boolean {
    const capped = campaignId === triedId ? this.campaign : this.market.findCapped(campaignId);
    return isReached(capped, seen?.filter((one) => one.campaignId === campaignId) ?? null);
  }

  /** A tried creative that is for sale has its caps. @param seen null: nobody knows the visitor */
  private isCreativeCapped(creativeId: string, seen: readonly SeenCreative[] | null): boolean {
    const capped = this.market.findCapped(creativeId);
    return isReached(capped, seen?.filter((one) => one.creativeId === creativeId) ?? null);
  }

  private limitsOf({ campaignId, peer }: Candidate, at: number): readonly SpendingLimit[] {
    if (peer !== null) return [];
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

/** The market's, the tried candidates', or both. */
type Indexes = readonly [CandidateIndex, CandidateIndex?];

const selectIn = ([index, more]: Indexes, asked: Asked): Candidate | null =>
  more ? selectAmong([index, more], asked) : select(index, asked.imp, asked.context);

/** @param seen null: nobody knows the visitor */
function isReached(
  capped: Pick<TriedCampaign, 'frequencyCaps' | 'showsToUnknownVisitors'> | null,
  seen: readonly SeenCreative[] | null,
): boolean {
  if (capped?.frequencyCaps == null) return false;
  if (seen === null) return !capped.showsToUnknownVisitors;
  return capsOf(capped.frequencyCaps).some(({ views }) => seen.length >= views);
}

/** Sites that nobody has claimed have one owner in the books, and as many as they are in truth. */
const publisherOf = ({ known: { site } }: RecentFind): string =>
  site.site.publisherId === unclaimedPublisherId ? site.site.id : site.site.publisherId;
