import type { Amount } from '../../amount';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { PeriodTerms } from '../../demand/campaigns/campaign-state';
import type { CampaignPrice } from '../../market/inventory/campaign-prices';
import { minuteMs } from '../../time';
import { nextHourOf } from '../../hour';
import { committedOf, type HourTally, type OfferTime } from './hour-tally';
import { limitOf, type PacingTerms } from './pacing';
import type { LeftOfPeriod } from './period-budget';
import type { FlightTerms } from './period-pacing';
import { expectedCost, type SeenShare } from './seen-share';

/** The figures of a campaign that its slices are cut by. */
export interface BudgetTerms extends PacingTerms, PeriodTerms, FlightTerms {
  readonly campaignId: string;
  readonly advertiserId: string;
  /** Unit: 10^-11 USD. What an offer is expected to cost that is seen; above 0. */
  readonly offerCost: Amount;
  /** Unit: 10^-11 USD. */
  readonly viewPrice: Amount;
}

/** A slice that a gateway would like to have. */
export interface SliceWish extends BudgetTerms {
  /** Offers that it should do for. */
  readonly offers: number;
  /** Unit: 10^-11 USD. What was offered without being set aside, and is to be now. */
  readonly owed: Amount;
}

/** The result of a wish. */
export interface CutSlice {
  /** Unit: 10^-11 USD; 0: none. */
  readonly granted: Amount;
  /** Unit: 10^-11 USD. What is set aside of it, and of what was owed, for views. */
  readonly forViews: Amount;
  /** The share of its offers that are seen: by it, and for so much of its views, it is used. */
  readonly share: SeenShare;
  /** Unit: 10^-11 USD. What is free of the hour beside it, by what was read. */
  readonly free: Amount;
  /** Unit: 10^-11 USD. What is free of the account's funds beside it; null: these have no bounds. */
  readonly funds: Amount | null;
  /** True where what was owed is set aside now. */
  readonly isOwedSetAside: boolean;
  /** When to wish again where nothing was granted; null: it was, or others were faster too often. */
  readonly closedUntil: Date | null;
  /** True where nothing was granted because the account cannot pay. */
  readonly isUnfunded: boolean;
  /** True where the slice was set aside of the account's funds too. */
  readonly isLimited: boolean;
}

/** No gateway takes more than this part of what is free: others offer, too. */
const shareOfFree = 4n;
/** So few offers are not divided: that takes more trips than it is worth. */
const undivided = 16n;
/** By then, offers that money is set aside for may be seen, rejected or given back. */
const lookAgainMs = 10_000;

export function termsOf(campaign: Campaign, price: CampaignPrice): BudgetTerms {
  return {
    campaignId: campaign.id,
    advertiserId: campaign.advertiserId,
    budget: campaign.hourlyBudget,
    dailyBudget: campaign.dailyBudget,
    totalBudget: campaign.totalBudget,
    timeZone: campaign.timeZone,
    pacing: campaign.pacing,
    startsAt: campaign.startsAt,
    endsAt: campaign.endsAt,
    // By the visitors' clocks, each hour is on schedule somewhere.
    schedule: campaign.scheduleClock === 'visitor' ? null : campaign.schedule,
    offerCost: price.offerCost,
    viewPrice: price.viewPrice,
    leastFree: price.viewPrice + price.clickPrice,
  };
}

/**
 * How much is cut for a wish: at most a quarter of what is free, where that is more than some offers.
 *
 * @returns 10^-11 USD; 0 where an offer could not be paid.
 */
export function sizeOf(wish: SliceWish, { free, share }: FreeMoney): Amount {
  const { leastFree, offerCost } = wish;
  if (free < leastFree || free < offerCost) return 0n;
  const cost = expectedCost(wish, share);
  const wanted = cost * BigInt(wish.offers);
  const affordable = free / cost;
  const quarter = affordable / shareOfFree;
  const few = affordable < undivided ? affordable : undivided;
  const most = (quarter > few ? quarter : few) * cost;
  return wanted < most ? wanted : most;
}

/** Money that may be set aside for offers of which some are seen. */
interface FreeMoney {
  /** Unit: 10^-11 USD. Of the campaign's hour and of the account's funds. */
  readonly free: Amount;
  readonly share: SeenShare;
}

/** The terms of an hour, with no more budget than days and totals leave it. @param left of these */
export function withinPeriods<Terms extends BudgetTerms>(
  terms: Terms,
  left: readonly LeftOfPeriod[],
  { hour, time }: { readonly hour: HourTally | null; readonly time: OfferTime },
): Terms {
  const least = leastFreeOf(left);
  if (least === null) return terms;
  const budget = committedOf(hour, time) + (least > 0n ? least : 0n);
  return budget < terms.budget ? { ...terms, budget } : terms;
}

/** The least that is free of days and totals; null: there are no such budgets. */
function leastFreeOf(left: readonly LeftOfPeriod[]): Amount | null {
  return left.reduce<Amount | null>(
    (least, { free }) => (least === null || free < least ? free : least),
    null,
  );
}

/** When a campaign without free budget may have some again: what holds it back tells. */
export function reopensAt(
  terms: BudgetTerms,
  left: readonly LeftOfPeriod[],
  { hour, time }: { readonly hour: HourTally | null; readonly time: OfferTime },
): Date {
  const ofHour = reopensInHour(withinPeriods(terms, left, { hour, time }), hour, time);
  const isUsed = left.some(({ spent, budget }) => spent + terms.leastFree > budget);
  // Money of offers that nobody sees comes back, whichever hour they are of.
  const isSetAside = !isUsed && left.some(({ free }) => free < terms.leastFree);
  const soon = isSetAside ? nextLookAt(time.at) : ofHour;
  // Some days begin within an hour.
  return left.reduce((first, { day }) => (day && day.to < first ? day.to : first), soon);
}

function reopensInHour(terms: BudgetTerms, hour: HourTally | null, time: OfferTime): Date {
  const { at } = time;
  if ((hour?.spent ?? 0n) + terms.leastFree > terms.budget) return nextHourOf(at);
  const least = committedOf(hour, time) + terms.leastFree;
  const isPacing = least > limitOf(terms, hour, time) && least <= terms.budget;
  return isPacing ? nextMinuteOf(at) : nextLookAt(at);
}

function nextMinuteOf(at: Date): Date {
  return new Date((Math.floor(at.getTime() / minuteMs) + 1) * minuteMs);
}

/** Says that a campaign’s budget or price has changed since its slice was cut or closed by other terms; null: it was not. */
export function areOthers(terms: BudgetTerms, before: BudgetTerms | null): boolean {
  if (before === null) return false;
  return (
    terms.budget !== before.budget ||
    terms.dailyBudget !== before.dailyBudget ||
    terms.totalBudget !== before.totalBudget ||
    terms.timeZone !== before.timeZone ||
    terms.pacing !== before.pacing ||
    terms.startsAt.getTime() !== before.startsAt.getTime() ||
    terms.endsAt?.getTime() !== before.endsAt?.getTime() ||
    terms.schedule?.join() !== before.schedule?.join() ||
    terms.leastFree < before.leastFree
  );
}

/** When to look again at money that may have come back, or come in. */
export function nextLookAt(at: Date): Date {
  return new Date(at.getTime() + lookAgainMs);
}
