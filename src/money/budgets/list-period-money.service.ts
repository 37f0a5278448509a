import type { Amount } from '../../amount';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { Config } from '../../config';
import { localDayOf, type LocalDay } from '../../time-zone';
import type { CampaignHourStore } from './campaign-hour.store';
import { dayIdOf, totalIdOf } from './campaign-period.store';
import { openOf, talliesAround, tallyIdsAround } from './hour-tally';
import { chunksOf } from '../../non-empty';

/** The money of a day, or of all of a campaign’s life. */
export interface MoneyOfPeriod {
  /** Unit: 10^-11 USD; null: no bound. */
  readonly budget: Amount | null;
  /** Unit: 10^-11 USD. */
  readonly spent: Amount;
  /** Unit: 10^-11 USD, for offers that nobody has seen yet. */
  readonly setAside: Amount;
}

/** The money of a campaign’s present day, and of all of its life. */
export interface PeriodMoney {
  readonly day: LocalDay;
  readonly ofDay: MoneyOfPeriod;
  readonly inAll: MoneyOfPeriod;
}

export interface PeriodMoneyContext {
  readonly campaignHours: Pick<CampaignHourStore, 'list'> & {
    readonly periods: Pick<CampaignHourStore['periods'], 'list'>;
  };
  readonly config: Pick<Config, 'offerMinutes'>;
}

type Asked = Pick<Campaign, 'id' | 'dailyBudget' | 'totalBudget' | 'timeZone'>;

/** Campaigns of one question. */
const atOnce = 1_000;

/** Tells what campaigns have spent, and set aside, of this day and in all: two reads for a thousand of them. */
export async function listPeriodMoney(
  ctx: PeriodMoneyContext,
  campaigns: readonly Asked[],
  at: Date,
): Promise<ReadonlyMap<string, PeriodMoney>> {
  const found = new Map<string, PeriodMoney>();
  for (const some of chunksOf(campaigns, atOnce))
    for (const [id, money] of await listSome(ctx, some, at)) found.set(id, money);
  return found;
}

async function listSome(
  { campaignHours, config: { offerMinutes } }: PeriodMoneyContext,
  campaigns: readonly Asked[],
  at: Date,
): Promise<readonly (readonly [string, PeriodMoney])[]> {
  const dayOfOne = ({ timeZone }: Asked) => localDayOf(timeZone, at);
  const periods = await campaignHours.periods.list(
    campaigns.flatMap((one) => [totalIdOf(one.id), dayIdOf(one.id, dayOfOne(one).from)]),
  );
  const hours = await campaignHours.list(campaigns.flatMap(({ id }) => tallyIdsAround(id, at)));
  const spentOf = (id: string) => periods.get(id)?.spent ?? 0n;
  return campaigns.map((campaign) => {
    const { id, dailyBudget, totalBudget } = campaign;
    const day = dayOfOne(campaign);
    const tallies = talliesAround(hours, id, at);
    const openIn = (within: LocalDay | null) => openOf(tallies, { at, offerMinutes }, within);
    const spentToday = spentOf(dayIdOf(id, day.from));
    const ofDay = { budget: dailyBudget, spent: spentToday, setAside: openIn(day) };
    const inAll = { budget: totalBudget, spent: spentOf(totalIdOf(id)), setAside: openIn(null) };
    return [id, { day, ofDay, inAll }] as const;
  });
}

/** The least that day and total leave beside what is set aside; null: they have no budget. Unit: 10^-11 USD. */
export function leastLeftOf({ ofDay, inAll }: Omit<PeriodMoney, 'day'>): Amount | null {
  const left = [ofDay, inAll].flatMap(({ budget, spent, setAside }) =>
    budget === null ? [] : [budget - spent - setAside],
  );
  return left.reduce<Amount | null>(
    (least, one) => (least === null || one < least ? one : least),
    null,
  );
}
