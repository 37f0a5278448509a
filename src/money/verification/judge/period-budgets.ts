import type { Amount } from '../../../amount';
import type { CampaignState } from '../../../demand/campaigns/campaign-state';
import type { TimedState } from '../../../platform/states/state-history';
import { type CampaignPeriod, dayIdOf, totalIdOf } from '../../budgets/campaign-period.store';
import { type HourTally, openOf, talliesAround } from '../../budgets/hour-tally';
import type { OpenViews } from './open-views';
import { dayOfCampaign, hasPeriodLimits, type PeriodLimit, periodLimitsOf } from './period-limit';

/** Spending of campaigns with daily or total budgets, as stored before a batch. */
export interface PeriodFacts {
  readonly campaigns: ReadonlyMap<string, readonly TimedState<CampaignState>[]>;
  /** By the ids of `campaign-period.store`. */
  readonly periods: ReadonlyMap<string, Pick<CampaignPeriod, 'spent'>>;
  /** By the ids of `hourTallyIdOf`; the present hour and the hour before are there for each campaign with such budgets. */
  readonly hours: ReadonlyMap<string, HourTally>;
  /** An offer may become a view for so long. */
  readonly offerMinutes: number;
}

/** An event or a conversion that would take money. */
interface Spender {
  readonly campaignId: string;
  /** The campaign's day at this time pays. */
  readonly budgetTime: Date;
}

/** The daily and total budgets of a batch: each accepted event counts for the events after it. */
export class PeriodBudgets {
  readonly #spent: Map<string, Amount>;
  readonly #isLimited = new Map<string, boolean>();

  constructor(private readonly known: PeriodFacts) {
    this.#spent = new Map([...known.periods].map(([id, { spent }]) => [id, spent]));
  }

  /** The lesser of what the daily and the total budget leave, in 10^-11 USD; null: the campaign has neither. */
  leftFor(spender: Spender): Amount | null {
    return this.#leastOf(spender, ({ id, limit }) => limit - this.#spentOf(id));
  }

  /** The same, less what is set aside for offers of our gateways. @param now null: nothing is set aside any more */
  leftBesideOffers(spender: Spender, now: Date | null): Amount | null {
    if (now === null) return this.leftFor(spender);
    const { hours, offerMinutes } = this.known;
    const { campaignId } = spender;
    const tallies = talliesAround(hours, campaignId, now);
    return this.#leastOf(
      spender,
      ({ id, limit, day }) =>
        limit - this.#spentOf(id) - openOf(tallies, { at: now, offerMinutes }, day),
    );
  }

  /**
   * Says that the budgets of a click's or conversion's own time could pay for it, but not together with the views that may still
   * come: those are paid by the budgets of now, so the lesser of a budget then and now counts.
   */
  areViewsInTheWay(
    spender: Spender,
    price: Amount,
    { openViews, now }: { readonly openViews: OpenViews; readonly now: Date },
  ): boolean {
    const { campaignId } = spender;
    if (price === 0n || !this.#hasLimits(campaignId)) return false;
    const states = this.known.campaigns.get(campaignId) ?? [];
    const ofNow = periodLimitsOf(campaignId, states, now);
    return periodLimitsOf(campaignId, states, spender.budgetTime).some(({ id, limit, day }) => {
      const open = openViews.openOfCampaign(campaignId, { within: day, now });
      const present = ofNow.find((one) => one.id === id)?.limit ?? limit;
      const least = present < limit ? present : limit;
      return open > 0n && this.#spentOf(id) + price + open > least;
    });
  }

  take({ campaignId, budgetTime }: Spender, price: Amount): void {
    if (price === 0n || !this.#hasLimits(campaignId)) return;
    const states = this.known.campaigns.get(campaignId) ?? [];
    const day = dayOfCampaign(states, budgetTime);
    for (const id of [totalIdOf(campaignId), dayIdOf(campaignId, day.from)])
      this.#spent.set(id, this.#spentOf(id) + price);
  }

  #leastOf(
    { campaignId, budgetTime }: Spender,
    leftOf: (limit: PeriodLimit) => Amount,
  ): Amount | null {
    if (!this.#hasLimits(campaignId)) return null;
    const states = this.known.campaigns.get(campaignId) ?? [];
    return periodLimitsOf(campaignId, states, budgetTime)
      .map(leftOf)
      .reduce<Amount | null>(
        (least, left) => (least === null || left < least ? left : least),
        null,
      );
  }

  #hasLimits(campaignId: string): boolean {
    let is = this.#isLimited.get(campaignId);
    if (is === undefined) {
      is = hasPeriodLimits(this.known.campaigns.get(campaignId) ?? []);
      this.#isLimited.set(campaignId, is);
    }
    return is;
  }

  #spentOf(id: string): Amount {
    return this.#spent.get(id) ?? 0n;
  }
}
