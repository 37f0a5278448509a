import type { Amount } from '../../amount';
import type { AccountFunds } from './account-funds';
import type { CampaignHourStore } from './campaign-hour.store';
import { type CampaignPeriod, totalIdOf } from './campaign-period.store';
import {
  type HourTallies,
  type OfferTime,
  openOf,
  otherHourOf,
  talliesAround,
  tallyIdsAround,
  type VersionOfHour,
} from './hour-tally';
import { hasPeriods, periodBudgetsOf } from './period-budget';
import type { SliceWish } from './slice-wish';
import type { TrafficCurve } from './traffic-curve';
import { hourMs } from '../../time';

/** The money that slices are cut from. */
export interface SliceSources {
  readonly campaignHours: Pick<
    CampaignHourStore,
    'list' | 'takeSlices' | 'giveBack' | 'accounts' | 'periods'
  >;
  readonly accountFunds: AccountFunds;
  readonly trafficCurve: Pick<TrafficCurve, 'weights'>;
  /** For so long offers are good for their views. */
  readonly offerMinutes: number;
}

/** The account of some wishes, and what they take of it. */
export interface PayingAccount {
  readonly version: number;
  /** Of the other hour that clocks may show; null: there is none. */
  readonly otherHour: VersionOfHour | null;
  /** Unit: 10^-11 USD; null: no bounds. */
  left: Amount | null;
  /** That is taken of it, for how many offers, and the part for their views. */
  amount: Amount;
  offers: bigint;
  forViews: Amount;
}

export async function readAccounts(
  { campaignHours, accountFunds }: SliceSources,
  wishes: readonly SliceWish[],
  time: OfferTime,
): Promise<ReadonlyMap<string, PayingAccount>> {
  const ids = [...new Set(wishes.map(({ advertiserId }) => advertiserId))];
  // First: whoever takes from the funds after they are read writes to the hour, too, and this comes too late then.
  const limited = await accountFunds.listLimited(ids);
  const backs = new Map(limited.map((id) => [id, time.offerMinutes]));
  const tallies = await readTallies(campaignHours.accounts.list, backs, time.at);
  const funds = await accountFunds.list(ids);
  return new Map(
    ids.map((id) => {
      const ofHour = tallies(id);
      const available = funds.get(id) ?? null;
      const open = available === null ? 0n : openAtRateOfNow(accountFunds, ofHour, time);
      const left = available === null ? null : available > open ? available - open : 0n;
      const nothing = { amount: 0n, offers: 0n, forViews: 0n };
      const versions = {
        version: ofHour.hour?.version ?? 0,
        otherHour: otherHourOf(ofHour, time.at),
      };
      return [id, { ...versions, left, ...nothing }];
    }),
  );
}

/** The offers of the hour before cost coins at the rate of that hour. */
function openAtRateOfNow(
  { inUsdOfNow }: Pick<AccountFunds, 'inUsdOfNow'>,
  { hour, hourBefore, hourAfter }: HourTallies,
  time: OfferTime,
): Amount {
  const before = openOf({ hour: null, hourBefore, hourAfter: null }, time);
  const since = openOf({ hour, hourBefore: null, hourAfter }, time);
  return since + inUsdOfNow(before, new Date(time.at.getTime() - hourMs));
}

/** Money that campaigns with budgets of days or in all have spent of these, by the ids of `campaign-period.store`. */
export function readPeriods(
  { campaignHours }: SliceSources,
  wishes: readonly SliceWish[],
  at: Date,
): Promise<ReadonlyMap<string, CampaignPeriod>> {
  const ids = wishes.filter(hasPeriods).flatMap((wish) => [
    // The whole campaign’s version is that of all of them.
    totalIdOf(wish.campaignId),
    ...periodBudgetsOf(wish, at).map(({ id }) => id),
  ]);
  return campaignHours.periods.list([...new Set(ids)]);
}

/** By then an hour's own offers tell which share of them is seen. */
const learntByMinutes = 10;

/** The hours of campaigns, and those before them where offers of these may still be good, or tell which share is seen. */
export function readHours(
  { campaignHours }: SliceSources,
  wishes: readonly SliceWish[],
  { at, offerMinutes }: OfferTime,
): Promise<(campaignId: string) => HourTallies> {
  const backs = wishes.map(
    (wish) => [wish.campaignId, hasPeriods(wish) ? offerMinutes : learntByMinutes] as const,
  );
  return readTallies(campaignHours.list, new Map(backs), at);
}

/** @param backs minutes, by owners: only what is younger matters; later in the hour, the one before is left out */
async function readTallies(
  list: CampaignHourStore['list'],
  backs: ReadonlyMap<string, number>,
  at: Date,
): Promise<(ownerId: string) => HourTallies> {
  const found = await list(
    [...backs].flatMap(([id, minutes]) => {
      const ids = tallyIdsAround(id, at);
      return at.getUTCMinutes() <= minutes ? ids : ids.slice(1);
    }),
  );
  return (ownerId) => talliesAround(found, ownerId, at);
}
