import type { Amount } from '../../amount';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { hourMs, minuteMs } from '../../time';
import type { OfferPrice } from '../../market/serving/offer-gate';
import { allSeen, expectedCost, expectedView, type SeenShare } from './seen-share';
import type { BudgetTerms, CutSlice } from './slice-wish';

/** The part of a campaign's hour that a gateway holds, and how it goes on. */
export interface HeldSlice {
  /** As it was asked for last. */
  campaign: Campaign;
  /** Unit: 10^-11 USD. What is left for offers. */
  left: Amount;
  /** The part of it that is for views. */
  leftForViews: Amount;
  /** The share of its offers that are seen, by what was read last. */
  share: SeenShare;
  /** The part of it that an offer takes, and the price that this was worked out for. */
  cost: { readonly offerCost: Amount; readonly expected: Amount; readonly view: Amount };
  /** Unit: 10^-11 USD. Below it more is fetched, while offers go on. */
  low: Amount;
  /** Unix milliseconds; start of the minute that it was set aside for. */
  minuteAt: number;
  /** Offers of that minute. */
  used: number;
  /** Offers that the next slice shall do for. */
  wanted: number;
  /** Offers that finds wait for. */
  asking: number;
  /** Unit: 10^-11 USD. Lent while the database did not answer: to be set aside when it does. */
  owed: Amount;
  /** null: nothing was read of it yet. */
  known: KnownBudget | null;
  /** Unix milliseconds. Nothing more is to be had until then; null: it may. */
  closedUntil: number | null;
  /** Unix milliseconds. When that was learnt: a clock that stands before it was put back. */
  closedAt: number;
  /** The terms by which it was cut or closed last; null: it was not, or for want of an answer. */
  terms: BudgetTerms | null;
  /** True where the slice was set aside of the account's funds too. */
  isLimited: boolean;
  isQueued: boolean;
  /** Unix milliseconds. */
  askedAt: number;
}

/** Money that was set aside and is not used, and the start of the minute that it was set aside for. */
export interface UnusedMoney {
  /** Unit: 10^-11 USD. */
  readonly amount: Amount;
  /** How many offers it would have done for. */
  readonly offers: bigint;
  /** Unit: 10^-11 USD. The part of it that was for views. */
  readonly forViews: Amount;
  /** Unix milliseconds. */
  readonly minuteAt: number;
}

/** The money that was free when it was read last, without the slice that was cut then. */
export interface KnownBudget {
  /** Unit: 10^-11 USD. Of the campaign's hour. */
  readonly free: Amount;
  /** Unit: 10^-11 USD. Of its account's funds; null: these have no bounds. */
  readonly funds: Amount | null;
  /** Unix milliseconds. */
  readonly readAt: number;
}

export const leastWanted = 32;
const mostWanted = 1_000_000;
/** A slice may be used for so long after its minute: nobody waits while the next one is fetched. */
const graceMs = 3_000;

export function openSlice(campaign: Campaign, askedAt: number): HeldSlice {
  return {
    campaign,
    left: 0n,
    leftForViews: 0n,
    share: allSeen,
    cost: { offerCost: 0n, expected: 1n, view: 0n },
    low: 0n,
    minuteAt: 0,
    used: 0,
    wanted: leastWanted,
    asking: 0,
    owed: 0n,
    known: null,
    closedUntil: null,
    closedAt: 0,
    terms: null,
    isLimited: false,
    isQueued: false,
    askedAt,
  };
}

export const minuteStartOf = (at: number) => Math.floor(at / minuteMs) * minuteMs;

/** Tells parts of minutes apart: the grace of the minute before, and the rest. What only waits for time changes with them. */
export const partOfMinute = (at: number) =>
  minuteStartOf(at) + (at - minuteStartOf(at) < graceMs ? 0 : graceMs);

/** Says that the slice's minute, and the grace after it, is over. */
export const isStale = ({ minuteAt }: HeldSlice, at: number) =>
  at >= minuteAt + minuteMs + graceMs || at < minuteAt;

/** Says that the budget of the present hour is known. */
export const isKnown = ({ known }: HeldSlice, at: number) =>
  known !== null && Math.floor(known.readAt / hourMs) === Math.floor(at / hourMs);

/** Says that there may be more money than when it was asked for last. */
export const mayHaveMore = ({ closedUntil, closedAt }: HeldSlice, at: number) =>
  closedUntil === null || closedUntil <= at || at < closedAt;

/** Says that it is time to fetch money: little is left, or a new minute has begun. */
export const isLow = (held: HeldSlice, at: number) =>
  held.left < held.low || at >= held.minuteAt + minuteMs;

/**
 * Takes up what was cut.
 *
 * @returns what is left of another minute's slice, to be given back; null: nothing.
 */
export function takeUp(
  held: HeldSlice,
  cut: CutSlice,
  { at, terms, owed }: { readonly at: number; readonly terms: BudgetTerms; readonly owed: Amount },
): UnusedMoney | null {
  held.asking = 0;
  if (cut.isOwedSetAside) held.owed -= owed;
  held.known = { free: cut.free, funds: cut.funds, readAt: at };
  held.closedUntil = cut.closedUntil?.getTime() ?? null;
  held.closedAt = at;
  held.terms = terms;
  const minuteAt = minuteStartOf(at);
  let unused = null;
  if (minuteAt === held.minuteAt) {
    if (cut.granted > 0n) held.wanted = Math.min(held.wanted * 2, mostWanted);
  } else {
    unused = giveUp(held);
    held.wanted = Math.min(Math.max(Math.ceil(held.used / 4), leastWanted), mostWanted);
    held.used = 0;
    held.minuteAt = minuteAt;
  }
  if (cut.granted > 0n) {
    held.isLimited = cut.isLimited;
    held.share = cut.share;
    held.cost = costOf(terms, cut.share);
  }
  held.left += cut.granted;
  held.leftForViews += cut.forViews;
  held.low = cut.granted / 2n;
  return unused;
}

/** Takes what is left out of it, less what was never set aside. */
export function giveUp(held: HeldSlice): UnusedMoney | null {
  const { left, leftForViews, minuteAt } = held;
  const lent = held.owed < left ? held.owed : left;
  held.left = 0n;
  held.leftForViews = 0n;
  held.owed -= lent;
  const amount = left - lent;
  if (amount === 0n) return null;
  const forViews = leftForViews > 0n ? leftForViews : 0n;
  return { amount, offers: amount / held.cost.expected, forViews, minuteAt };
}

/**
 * Takes an offer out of the slice.
 *
 * @param full what the campaign pays at most
 * @param offered what this offer costs; default: that
 */
export function takeOffer(held: HeldSlice, full: OfferPrice, offered: OfferPrice = full): void {
  const most = takenBy(held, full);
  if (offered.offerCost === full.offerCost) {
    held.left -= most;
    held.leftForViews -= held.cost.view;
  } else {
    const { expected, view } = costOf(offered, held.share);
    held.left -= expected;
    held.leftForViews -= view;
  }
  held.used += 1;
}

/** The part of the slice that an offer takes: worked out once for a price, as finds ask for it three times each. */
export function takenBy(held: HeldSlice, price: OfferPrice): Amount {
  if (held.cost.offerCost !== price.offerCost) held.cost = costOf(price, held.share);
  return held.cost.expected;
}

const costOf = (price: OfferPrice, share: SeenShare): HeldSlice['cost'] => ({
  offerCost: price.offerCost,
  expected: expectedCost(price, share),
  view: expectedView(price, share),
});
