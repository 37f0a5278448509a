import type { Amount } from '../../amount';
import { hourMs } from '../../time';
import type { AccountFunds } from './account-funds';
import type { CampaignHourStore } from './campaign-hour.store';
import { type HourTallies, hourTallyIdOf, type OfferTime, openOf } from './hour-tally';
import { freeOf } from './pacing';
import { allSeen, expectedCost, expectedView, type SeenShare, seenShareOf } from './seen-share';
import { type CutSlice, nextLookAt, reopensAt, sizeOf, type SliceWish } from './slice-wish';
import { assertPresent } from '../../present';

/** The money that slices are cut from. */
export interface SliceSources {
  readonly campaignHours: Pick<CampaignHourStore, 'list' | 'takeSlices' | 'accounts'>;
  readonly accountFunds: AccountFunds;
  /** For so long offers are good for their views. */
  readonly offerMinutes: number;
}

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
  const { campaignHours, offerMinutes } = sources;
  const time = { at, offerMinutes };
  const [tallies, accounts] = await Promise.all([
    readTallies(
      campaignHours.list,
      wishes.map(({ campaignId }) => campaignId),
      { at, backMinutes: learntByMinutes },
    ),
    readAccounts(sources, wishes, time),
  ]);
  const cuts: Cut[] = [];
  for (const wish of wishes) {
    const found = tallies(wish.campaignId);
    const { hour } = found;
    const account = assertPresent(accounts.get(wish.advertiserId), 'the accounts of all are read');
    const share = seenShareOf(found, at);
    const free = atLeastNothing(freeOf(wish, hour, time) - wish.owed);
    const paid = account.left === null || account.left > free ? free : account.left;
    const granted = sizeOf(wish, { free: paid, share });
    if (granted === 0n) {
      const isUnfunded = paid < free && sizeOf(wish, { free, share }) > 0n;
      const until = isUnfunded ? nextLookAt(at) : reopensAt(wish, hour, time);
      answers.set(wish.campaignId, { ...closed(free, until), funds: account.left, isUnfunded });
      if (wish.owed === 0n) continue;
    }
    const amount = granted + wish.owed;
    if (account.left !== null) account.left = atLeastNothing(account.left - amount);
    const offers = amount / expectedCost(wish, share);
    const forViews = offers * expectedView(wish, share);
    account.amount += amount;
    account.offers += offers;
    account.forViews += forViews;
    cuts.push({
      wish,
      granted,
      amount,
      offers,
      forViews,
      share,
      free,
      version: hour?.version ?? 0,
    });
  }
  return take(sources, { cuts, accounts, at, answers });
}

interface Account {
  readonly version: number;
  /** Unit: 10^-11 USD; null: no bounds. */
  left: Amount | null;
  /** That is taken of it, for how many offers, and the part for their views. */
  amount: Amount;
  offers: bigint;
  forViews: Amount;
}

async function readAccounts(
  { campaignHours, accountFunds }: SliceSources,
  wishes: readonly SliceWish[],
  time: OfferTime,
): Promise<ReadonlyMap<string, Account>> {
  const ids = [...new Set(wishes.map(({ advertiserId }) => advertiserId))];
  // First: whoever takes from the funds after they are read writes to the hour, too, and this comes too late then.
  const limited = await accountFunds.listLimited(ids);
  const { at, offerMinutes } = time;
  const back = { at, backMinutes: offerMinutes };
  const tallies = await readTallies(campaignHours.accounts.list, limited, back);
  const funds = await accountFunds.list(ids);
  return new Map(
    ids.map((id) => {
      const ofHour = tallies(id);
      const available = funds.get(id) ?? null;
      const left = available === null ? null : atLeastNothing(available - openOf(ofHour, time));
      const nothing = { amount: 0n, offers: 0n, forViews: 0n };
      return [id, { version: ofHour.hour?.version ?? 0, left, ...nothing }];
    }),
  );
}

/** First of the accounts, then of the campaigns: what a campaign does not get is given back to its account. */
async function take(
  { campaignHours }: SliceSources,
  params: {
    readonly cuts: readonly Cut[];
    readonly accounts: ReadonlyMap<string, Account>;
    readonly at: Date;
    readonly answers: Map<string, CutSlice>;
  },
): Promise<readonly SliceWish[]> {
  const { cuts, accounts, at, answers } = params;
  const limited = [...accounts].filter(([, { left, amount }]) => left !== null && amount > 0n);
  const lateAccounts = await campaignHours.accounts.takeSlices(
    limited.map(([advertiserId, { left: _left, ...slice }]) => ({
      owner: { advertiserId },
      at,
      ...slice,
    })),
  );
  const ofLate = limited.filter((_account, position) => lateAccounts.has(position));
  const lateIds = new Set(ofLate.map(([advertiserId]) => advertiserId));
  const paid = cuts.filter(({ wish }) => !lateIds.has(wish.advertiserId));
  const late = await campaignHours.takeSlices(
    paid.map((cut) => {
      const { campaignId, advertiserId } = cut.wish;
      const owner = { campaignId, advertiserId };
      return { owner, at, ...sliceOf(cut), version: cut.version };
    }),
  );
  const isLimited = new Set(limited.map(([id]) => id));
  const unpaid = paid.filter((_cut, position) => late.has(position));
  await campaignHours.accounts.giveBack(
    unpaid
      .filter(({ wish }) => isLimited.has(wish.advertiserId))
      .map((cut) => {
        const { advertiserId } = cut.wish;
        return { owner: { advertiserId }, at, ...sliceOf(cut) };
      }),
  );
  paid.forEach(({ wish, granted, forViews, share, free }, position) => {
    if (late.has(position)) return;
    const told = answers.get(wish.campaignId);
    if (granted === 0n && told) answers.set(wish.campaignId, { ...told, forViews });
    if (granted > 0n)
      answers.set(wish.campaignId, {
        granted,
        forViews,
        share,
        free: free - granted,
        funds: accounts.get(wish.advertiserId)?.left ?? null,
        closedUntil: null,
        isUnfunded: false,
        isLimited: isLimited.has(wish.advertiserId),
      });
  });
  return [...cuts.filter(({ wish }) => lateIds.has(wish.advertiserId)), ...unpaid].map(
    ({ wish }) => wish,
  );
}

const sliceOf = ({ amount, offers, forViews }: Cut) => ({ amount, offers, forViews });

type ListTallies = CampaignHourStore['list'];

/** By then an hour's own offers tell which share of them is seen. */
const learntByMinutes = 10;

/** @param params.backMinutes only what is younger matters: later in the hour, the one before is left out */
async function readTallies(
  list: ListTallies,
  ownerIds: readonly string[],
  { at, backMinutes }: { readonly at: Date; readonly backMinutes: number },
): Promise<(ownerId: string) => HourTallies> {
  const before = new Date(at.getTime() - hourMs);
  const times = at.getUTCMinutes() <= backMinutes ? [at, before] : [at];
  const found = await list(ownerIds.flatMap((id) => times.map((time) => hourTallyIdOf(id, time))));
  return (ownerId) => ({
    hour: found.get(hourTallyIdOf(ownerId, at)) ?? null,
    hourBefore: found.get(hourTallyIdOf(ownerId, before)) ?? null,
  });
}

const atLeastNothing = (amount: Amount): Amount => (amount > 0n ? amount : 0n);

function closed(free: Amount, closedUntil: Date | null): CutSlice {
  return {
    granted: 0n,
    forViews: 0n,
    share: allSeen,
    free,
    funds: null,
    closedUntil,
    isUnfunded: false,
    isLimited: false,
  };
}
