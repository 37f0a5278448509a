import type { Amount } from '../../amount';
import { assertPresent } from '../../present';
import { type CampaignPeriod, totalIdOf } from './campaign-period.store';
import type { HourTallies, OfferTime } from './hour-tally';
import { freeOf } from './pacing';
import { leftOfPeriods, periodBudgetsOf } from './period-budget';
import { pacedBy } from './period-pacing';
import { allSeen, expectedCost, expectedView, type SeenShare, seenShareOf } from './seen-share';
import {
  type PayingAccount,
  readAccounts,
  readHours,
  readPeriods,
  type SliceSources,
} from './slice-sources';
import {
  type CutSlice,
  nextLookAt,
  reopensAt,
  sizeOf,
  type SliceWish,
  withinPeriods,
} from './slice-wish';
import type { HourWeights } from './traffic-curve';

interface Cut {
  readonly wish: SliceWish;
  readonly granted: Amount;
  /** All that is set aside: the granted money, and the owed. */
  readonly amount: Amount;
  readonly offers: bigint;
  /** The part of the amount that is for views. */
  readonly forViews: Amount;
  readonly share: SeenShare;
  readonly free: Amount;
  readonly version: number;
  /** Of what the campaign has spent in all; null: no budget hangs on that. */
  readonly periodVersion: number | null;
}

/** So often others may be faster to write to an hour. */
const mostTries = 5;

/**
 * Sets money aside for offers of the minute that `at` lies in, of the campaigns' hours and, where an account's funds
 * have bounds, of those: for all campaigns in one read and one write.
 *
 * @param wishes of campaigns of which each comes once
 * @returns by campaign id, something for every wish.
 */
export async function cutSlices(
  sources: SliceSources,
  wishes: readonly SliceWish[],
  at: Date,
): Promise<ReadonlyMap<string, CutSlice>> {
  const answers = new Map<string, CutSlice>();
  if (!sources.accountFunds.mayOffer())
    return new Map(wishes.map((wish) => [wish.campaignId, closed(0n, nextLookAt(at))]));
  let open = wishes;
  for (let tries = 1; open.length > 0 && tries <= mostTries; tries += 1)
    open = await tryToCut(sources, { wishes: open, at, answers });
  for (const { campaignId } of open) answers.set(campaignId, closed(0n, null));
  return answers;
}

/** @returns the wishes that others were faster than. */
async function tryToCut(
  sources: SliceSources,
  params: {
    readonly wishes: readonly SliceWish[];
    readonly at: Date;
    readonly answers: Map<string, CutSlice>;
  },
): Promise<readonly SliceWish[]> {
  const { wishes, at, answers } = params;
  const time = { at, offerMinutes: sources.offerMinutes };
  // First: whoever spends or sets aside after they are read writes to them, and this comes too late then.
  const periods = await readPeriods(sources, wishes, at);
  const [tallies, accounts] = await Promise.all([
    readHours(sources, wishes, time),
    readAccounts(sources, wishes, time),
  ]);
  const weights = sources.trafficCurve.weights();
  const cuts: Cut[] = [];
  for (const wish of wishes) {
    const account = assertPresent(accounts.get(wish.advertiserId), 'the accounts of all are read');
    const { cut, refusal } = cutOne(wish, {
      tallies: tallies(wish.campaignId),
      periods,
      account,
      time,
      weights,
    });
    if (refusal) answers.set(wish.campaignId, refusal);
    if (!cut) continue;
    const { amount, offers, forViews } = cut;
    if (account.left !== null) account.left = atLeastNothing(account.left - amount);
    account.amount += amount;
    account.offers += offers;
    account.forViews += forViews;
    cuts.push(cut);
  }
  return take(sources, { cuts, accounts, at, answers });
}

/** @returns the slice of a wish, or why it is granted nothing; both where something that is owed is set aside. */
function cutOne(
  wish: SliceWish,
  of: {
    readonly tallies: HourTallies;
    readonly periods: ReadonlyMap<string, CampaignPeriod>;
    readonly account: PayingAccount;
    readonly time: OfferTime;
    readonly weights: HourWeights | null;
  },
): { readonly cut: Cut | null; readonly refusal: CutSlice | null } {
  const { tallies, periods, account, time, weights } = of;
  const { hour } = tallies;
  const share = seenShareOf(tallies, time.at);
  const unpaced = leftOfPeriods(periodBudgetsOf(wish, time.at), periods, { tallies, time });
  const left = pacedBy(unpaced, wish, { at: time.at, weights });
  const bounded = withinPeriods(wish, left, { hour, time });
  const free = atLeastNothing(freeOf(bounded, hour, time) - wish.owed);
  const paid = account.left === null || account.left > free ? free : account.left;
  const granted = sizeOf(wish, { free: paid, share });
  const isUnfunded = paid < free && sizeOf(wish, { free, share }) > 0n;
  const until = () => (isUnfunded ? nextLookAt(time.at) : reopensAt(wish, left, { hour, time }));
  const refusal =
    granted > 0n
      ? null
      : { ...closed(free, until()), isOwedSetAside: true, funds: account.left, isUnfunded };
  const amount = granted + wish.owed;
  if (amount === 0n) return { cut: null, refusal };
  const offers = amount / expectedCost(wish, share);
  const forViews = offers * expectedView(wish, share);
  const total = periods.get(totalIdOf(wish.campaignId));
  const periodVersion = left.length === 0 ? null : (total?.version ?? 0);
  const version = hour?.version ?? 0;
  const sums = { granted, amount, offers, forViews };
  return { cut: { wish, ...sums, share, free, version, periodVersion }, refusal };
}

interface Taking {
  readonly cuts: readonly Cut[];
  readonly accounts: ReadonlyMap<string, PayingAccount>;
  readonly at: Date;
  readonly answers: Map<string, CutSlice>;
}

/** First of the accounts, then of the campaigns’ hours: who does not get a slice there gives it back. */
async function take(sources: SliceSources, taking: Taking): Promise<readonly SliceWish[]> {
  const { cuts, accounts, at, answers } = taking;
  const limited = [...accounts].filter(([, { left, amount }]) => left !== null && amount > 0n);
  const lateIds = await takeOfAccounts(sources, limited, at);
  const paid = cuts.filter(({ wish }) => !lateIds.has(wish.advertiserId));
  const late = await takeOfCampaigns(sources, paid, at);
  const isLimited = new Set(limited.map(([id]) => id));
  await sources.campaignHours.accounts.giveBack(
    [...late]
      .filter(({ wish }) => isLimited.has(wish.advertiserId))
      .map((cut) => ({ owner: { advertiserId: cut.wish.advertiserId }, at, ...sliceOf(cut) })),
  );
  for (const cut of paid) {
    const { advertiserId, campaignId } = cut.wish;
    if (late.has(cut)) continue;
    const told = answers.get(campaignId);
    const funds = accounts.get(advertiserId)?.left ?? null;
    if (cut.granted > 0n)
      answers.set(campaignId, { ...granted(cut), funds, isLimited: isLimited.has(advertiserId) });
    else if (told) answers.set(campaignId, { ...told, forViews: cut.forViews });
  }
  return cuts
    .filter((cut) => lateIds.has(cut.wish.advertiserId) || late.has(cut))
    .map(({ wish }) => wish);
}

/**
 * Sets slices aside of the accounts, and then has the other hour that clocks may show confirm them: a slice counts as set aside
 * from the first moment, also where its gateway dies before that.
 *
 * @returns the ids of those that others were faster than; nothing is set aside for them.
 */
async function takeOfAccounts(
  { campaignHours: { accounts: hours } }: SliceSources,
  accounts: readonly (readonly [string, PayingAccount])[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const toTake = accounts.map(([advertiserId, account]) => {
    const { version, otherHour, amount, offers, forViews } = account;
    return { owner: { advertiserId }, at, version, otherHour, amount, offers, forViews };
  });
  const lateInHours = await hours.takeSlices(toTake);
  const toConfirm = toTake.flatMap((slice, position) =>
    slice.otherHour === null || lateInHours.has(position)
      ? []
      : [{ slice, hour: { owner: slice.owner, ...slice.otherHour } }],
  );
  const unconfirmed = await hours.confirm(toConfirm.map(({ hour }) => hour));
  const toGiveBack = toConfirm
    .filter((_slice, position) => unconfirmed.has(position))
    .map(({ slice }) => slice);
  await hours.giveBack(toGiveBack);
  const late = [...toTake.filter((_slice, position) => lateInHours.has(position)), ...toGiveBack];
  return new Set(late.map(({ owner }) => owner.advertiserId));
}

/**
 * Sets slices aside in the hours, and then has days and totals confirm them: a slice counts as set aside from the first moment, so of
 * two that are cut by the same figures none is kept, or one.
 *
 * @returns those that others were faster than; nothing is set aside for them.
 */
async function takeOfCampaigns(
  { campaignHours }: SliceSources,
  cuts: readonly Cut[],
  at: Date,
): Promise<ReadonlySet<Cut>> {
  const toSlice = (cut: Cut) => ({ owner: ownerOf(cut), at, ...sliceOf(cut) });
  const lateInHours = await campaignHours.takeSlices(
    cuts.map((cut) => ({ ...toSlice(cut), version: cut.version })),
  );
  const taken = cuts.filter((_cut, position) => !lateInHours.has(position));
  const toConfirm = taken.flatMap((cut) =>
    cut.periodVersion === null ? [] : [{ cut, version: cut.periodVersion }],
  );
  const unconfirmed = await campaignHours.periods.confirm(
    toConfirm.map(({ cut, version }) => ({ ...ownerOf(cut), version })),
  );
  const toGiveBack = toConfirm.flatMap(({ cut }, position) =>
    unconfirmed.has(position) ? [cut] : [],
  );
  await campaignHours.giveBack(toGiveBack.map(toSlice));
  return new Set([...cuts.filter((_cut, position) => lateInHours.has(position)), ...toGiveBack]);
}

const ownerOf = ({ wish: { campaignId, advertiserId } }: Cut) => ({ campaignId, advertiserId });

const sliceOf = ({ amount, offers, forViews }: Cut) => ({ amount, offers, forViews });

const granted = ({ granted: amount, forViews, share, free }: Cut) => ({
  ...{ granted: amount, forViews, share },
  free: free - amount,
  isOwedSetAside: true,
  closedUntil: null,
  isUnfunded: false,
});

const atLeastNothing = (amount: Amount): Amount => (amount > 0n ? amount : 0n);

function closed(free: Amount, closedUntil: Date | null): CutSlice {
  return {
    granted: 0n,
    forViews: 0n,
    share: allSeen,
    free,
    funds: null,
    isOwedSetAside: false,
    closedUntil,
    isUnfunded: false,
    isLimited: false,
  };
}
