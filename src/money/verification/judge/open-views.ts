import type { Amount } from '../../../amount';
import type { CampaignState } from '../../../demand/campaigns/campaign-state';
import type { TimedState } from '../../../platform/states/state-history';
import { hourMs, minuteMs, secondMs } from '../../../time';
import { coinsOf } from '../../amounts/charge';
import { hourIdOf, hourOf, nextHourOf } from '../../../hour';
import {
  type HourTally,
  hourTallyIdOf,
  openViewsOf,
  type TimeSpan,
} from '../../budgets/hour-tally';
import { budgetOf } from './budget-of-hour';
import type { JudgedEvent } from './event-rule';
import type { SpendingFacts } from './verdict-rule';

/** The money that is set aside for views, as it was before a batch. */
export interface OpenViewFacts {
  /** Of campaigns, by the ids of `hourTallyIdOf`. */
  readonly hours: ReadonlyMap<string, HourTally>;
  /** Of accounts whose funds have bounds, by the ids of `hourTallyIdOf`: the present hour and the one before. */
  readonly accountHours: ReadonlyMap<string, HourTally>;
  /** By the number of the hour. */
  readonly rates: ReadonlyMap<number, Amount>;
  /** For so long offers are good. */
  readonly offerMinutes: number;
}

/** A thing that is not a view and costs money: a click or a conversion. */
interface Spender {
  readonly campaignId: string;
  readonly advertiserId: string;
  /** The hour of this time pays. */
  readonly budgetTime: Date;
  /** Unit: 10^-11 USD per coin; null: there is none. */
  readonly rate: Amount | null;
}

/**
 * The money that is set aside for views which may still come. Clicks and conversions use only what it leaves: more of them than
 * were expected never take the money of a view that was offered.
 *
 * @see docs/verification.md
 */
export class OpenViews {
  /** By the ids of `hourTallyIdOf`: what is open of each minute, less what the batch has judged. */
  readonly #open = new Map<string, Map<number, Amount>>();

  constructor(private readonly known: OpenViewFacts) {}

  /** Takes up that a view has its verdict: nothing is set aside for it any more. */
  note(view: JudgedEvent, now: Date): void {
    const { kind, peer, invalidTraffic, offeredAt, price } = view;
    if (kind !== 'impression' || peer !== undefined || invalidTraffic !== null) return;
    const [hours, accounts] = [this.known.hours, this.known.accountHours] as const;
    for (const [ownerId, tallies] of [
      [view.campaignId, hours],
      [view.advertiserId, accounts],
    ] as const) {
      const minutes = this.#minutesOf(ownerId, { tallies, hour: hourOf(offeredAt), now });
      const minute = offeredAt.getUTCMinutes();
      const open = minutes.get(minute);
      if (open !== undefined) minutes.set(minute, open - (price ?? 0n));
    }
  }

  /** The means that views leave to a click or a conversion. Unit: 10^-11 coins; null: without limit. */
  meansBeside(spender: Spender, means: Amount | null, now: Date): Amount | null {
    const { advertiserId, rate } = spender;
    if (means === null || rate === null) return means;
    let left = means;
    for (const hour of [hourOf(now), hourOf(new Date(now.getTime() - hourMs))]) {
      const tallies = this.known.accountHours;
      const open = sumOf(this.#minutesOf(advertiserId, { tallies, hour, now }));
      if (open > 0n) left -= coinsOf(open, this.known.rates.get(hourIdOf(hour)) ?? rate);
    }
    return left;
  }

  /**
   * Says that the hour could pay for a click or a conversion, but not beside its views: it is decided once those have come, or
   * their offers have run out.
   *
   * @param states of the campaign
   */
  areInTheWay(
    { campaignId, budgetTime }: Spender,
    { price, spent, budget }: Pick<SpendingFacts, 'price' | 'spent' | 'budget'>,
    { states, now }: { readonly states: readonly TimedState<CampaignState>[]; readonly now: Date },
  ): boolean {
    if (price === 0n || spent + price > budget) return false;
    const tallies = this.known.hours;
    const hour = hourOf(budgetTime);
    const open = sumOf(this.#minutesOf(campaignId, { tallies, hour, now }));
    if (open === 0n) return false;
    // Of an hour's offers the last one has the least limit.
    const lastOffer = new Date(Math.min(now.getTime(), nextHourOf(hour).getTime() - secondMs));
    const tally = tallies.get(hourTallyIdOf(campaignId, hour)) ?? null;
    const least = budgetOf({ exp: 1, offeredAt: lastOffer, occurredAt: lastOffer }, states, tally);
    return spent + price + open > (least < budget ? least : budget);
  }

  /**
   * The money that is set aside for views of a campaign which may still come. Unit: 10^-11 USD.
   *
   * @param of.within the minutes of their offers begin in it; null: all of them
   */
  openOfCampaign(
    campaignId: string,
    { within, now }: { readonly within: TimeSpan | null; readonly now: Date },
  ): Amount {
    let sum = 0n;
    for (const hour of [hourOf(now), hourOf(new Date(now.getTime() - hourMs))]) {
      const minutes = this.#minutesOf(campaignId, { tallies: this.known.hours, hour, now });
      for (const [minute, open] of minutes) {
        const begun = new Date(hour.getTime() + minute * minuteMs);
        if (open > 0n && (within === null || (within.from <= begun && begun < within.to)))
          sum += open;
      }
    }
    return sum;
  }

  #minutesOf(
    ownerId: string,
    of: {
      readonly tallies: ReadonlyMap<string, HourTally>;
      readonly hour: Date;
      readonly now: Date;
    },
  ): Map<number, Amount> {
    const { tallies, hour, now } = of;
    const id = hourTallyIdOf(ownerId, hour);
    let open = this.#open.get(id);
    if (!open) {
      const time = { at: now, offerMinutes: this.known.offerMinutes };
      this.#open.set(id, (open = new Map(openViewsOf(tallies.get(id) ?? null, hour, time))));
    }
    return open;
  }
}

function sumOf(minutes: ReadonlyMap<number, Amount>): Amount {
  let sum = 0n;
  for (const open of minutes.values()) if (open > 0n) sum += open;
  return sum;
}
