import { setImmediate as turn } from 'node:timers/promises';
import { isFree } from '../../demand/campaigns/campaign-priority';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { Inventory } from '../../market/inventory/inventory';
import type { OfferGate, OfferPrice } from '../../market/serving/offer-gate';
import type { DatabasePulse } from '../../platform/database/pulse';
import type { Outages } from '../../platform/process/outages';
import type { AccountFunds } from './account-funds';
import type { CampaignHourStore } from './campaign-hour.store';
import { Competitors } from './competitors';
import {
  takenBy,
  takeOffer,
  giveUp,
  type HeldSlice,
  isLow,
  isStale,
  mayHaveMore,
  minuteStartOf,
  partOfMinute,
} from './held-slice';
import { HeldSlices } from './held-slices';
import { Lending } from './lending';
import { refillSlices } from './refill-slices';
import { createRefills, type Refills } from './refills';
import { areOthers, termsOf } from './slice-wish';
import type { TrafficCurve } from './traffic-curve';
import { createUnusedSlices, type UnusedSlices } from './unused-slices';
import { hourMs } from '../../time';

export interface BudgetGateOptions {
  readonly inventory: Pick<Inventory, 'index' | 'priceOf' | 'findCampaign'>;
  readonly campaignHours: CampaignHourStore;
  readonly accountFunds: AccountFunds;
  readonly trafficCurve: Pick<TrafficCurve, 'weights'>;
  readonly databasePulse: DatabasePulse;
  readonly outages: Outages;
  readonly now: () => Date;
  /** For so long offers are good for their views. */
  readonly offerMinutes: number;
  /** How long a find waits for money. */
  readonly patienceMs: number;
  /** Told of an account that cannot pay for the next offer of one of its campaigns. */
  readonly onUnfunded: (advertiserId: string) => void;
}

const forgottenAfterMs = hourMs;
/** When to try to lend again. */
const lendAgainMs = 5_000;
/** Campaigns without money that are looked at each second, for a change of their terms: a matter of some milliseconds. */
const mostOutASecond = 2_000;
/** Slices that are looked at before finds get their turn. */
const lookedAtOnce = 500;

/** The gate of one gateway: it holds slices of the hours of campaigns that finds ask for, and nothing of others. */
export class BudgetGate implements OfferGate {
  private readonly slices = new HeldSlices();
  private readonly lending = new Lending(this.slices);
  private readonly competitors: Competitors;
  private readonly unused: UnusedSlices;
  private readonly refills: Refills;
  /** The part of a minute in which all slices were looked at last. */
  private lookedIn = -Infinity;

  constructor(private readonly options: BudgetGateOptions) {
    this.competitors = new Competitors(options.inventory.index);
    this.unused = createUnusedSlices(options.campaignHours);
    const { competitors, lending, unused } = this;
    this.refills = createRefills({
      refill: (held) => refillSlices({ ...options, competitors, lending, unused }, held),
      onFailure: (error, failed) => {
        options.outages.note('budgets are offered by what was known last', error);
        for (const held of failed) if (held.closedUntil === null) competitors.join(held);
      },
      patienceMs: options.patienceMs,
    });
  }

  payFor(campaigns: readonly Campaign[], prices: readonly OfferPrice[] = []): Promise<void> | null {
    const at = this.options.now().getTime();
    let isPaid = true;
    let wait: Promise<void> | null = null;
    for (const [place, campaign] of campaigns.entries()) {
      let times = 1;
      for (let before = 0; before < place; before += 1)
        if (campaigns[before] === campaign) times += 1;
      if (this.canPay(campaign, times, at)) continue;
      isPaid = false;
      wait = this.askForMoney(campaign, at) ?? wait;
    }
    if (!isPaid) return wait ?? Promise.resolve();
    campaigns.forEach((campaign, place) => {
      this.pay(campaign, prices[place], at);
    });
    return null;
  }

  /** Fetches and gives back what the time asks for, and lets campaigns compete again. To be done every second. */
  async keep(): Promise<void> {
    const at = this.options.now().getTime();
    // First what is left of finds: others, or this one, may want it.
    await this.giveBack();
    let looked = 0;
    for (const held of this.dueAt(at)) {
      this.keepOne(held, at);
      looked += 1;
      if (looked % lookedAtOnce === 0) await turn();
    }
    await this.refills.settled();
    await this.giveBack();
  }

  /** Gives everything back. */
  async close(): Promise<void> {
    for (const held of this.lending.owing()) this.refills.ask(held);
    await this.refills.settled();
    for (const held of this.slices.values()) this.unused.note(held, giveUp(held));
    this.slices.clear();
    await this.giveBack();
  }

  /** All slices where a minute, or the grace after it, is over; else those alone that may change from second to second. */
  private *dueAt(at: number): Iterable<HeldSlice> {
    const part = partOfMinute(at);
    // As long as the database is away, each second asks it again.
    if (part !== this.lookedIn || this.refills.isAway) {
      this.lookedIn = part;
      yield* this.slices.values();
      return;
    }
    yield* this.lending.owing();
    yield* this.competitors.nextOut(mostOutASecond);
  }

  private heldOf(campaign: Campaign, at: number): HeldSlice {
    const held = this.slices.of(campaign, at);
    this.takeUpTerms(held, campaign);
    held.askedAt = at;
    return held;
  }

  /** Gives back a slice of other terms: a budget that was lowered offers nothing more of it. */
  private takeUpTerms(held: HeldSlice, campaign: Campaign): void {
    if (held.campaign === campaign) return;
    held.campaign = campaign;
    if (held.left > 0n && this.hasOtherTerms(held)) this.unused.note(held, giveUp(held));
  }

  private hasOtherTerms({ campaign, terms }: HeldSlice): boolean {
    return areOthers(termsOf(campaign, this.options.inventory.priceOf(campaign.id)), terms);
  }

  /** Says that the held money pays for so many offers. */
  private canPay(campaign: Campaign, times: number, at: number): boolean {
    const price = this.options.inventory.priceOf(campaign.id);
    if (price.offerCost === 0n) return true;
    const held = this.heldOf(campaign, at);
    const cost = takenBy(held, price);
    return !isStale(held, at) && held.left >= (times === 1 ? cost : cost * BigInt(times));
  }

  private pay(campaign: Campaign, offered: OfferPrice | undefined, at: number): void {
    const price = this.options.inventory.priceOf(campaign.id);
    if (price.offerCost === 0n) return;
    const held = this.heldOf(campaign, at);
    takeOffer(held, price, offered);
    if (!held.isQueued && !this.refills.isAway && isLow(held, at) && mayHaveMore(held, at))
      this.refills.ask(held);
  }

  /** @returns what to wait for; null: another choice may be made at once. */
  private askForMoney(campaign: Campaign, at: number): Promise<void> | null {
    const { refills, competitors, lending } = this;
    const held = this.heldOf(campaign, at);
    if (!mayHaveMore(held, at)) {
      // Where it is a placement's second or third, it can pay for the first.
      if (!this.canPay(campaign, 1, at)) competitors.leaveAnew(held);
      return null;
    }
    held.asking += 1;
    if (!refills.isAway && !refills.isLate) return refills.wait(held);
    // A database that is only slow knows best: it is waited for, without the campaign.
    if (!refills.isAway) refills.ask(held);
    else {
      const terms = termsOf(campaign, this.options.inventory.priceOf(campaign.id));
      if (lending.lend(held, terms, at)) return null;
      held.closedUntil = at + lendAgainMs;
      held.closedAt = at;
      held.terms = null;
    }
    competitors.leave(held);
    return null;
  }

  private keepOne(held: HeldSlice, at: number): void {
    const { inventory } = this.options;
    const current = inventory.findCampaign(held.campaign.id);
    if (current === null || isFree(current) || at - held.askedAt > forgottenAfterMs) {
      // Money that is under way comes to this slice: it is forgotten at a later look.
      if (held.isQueued) return;
      this.competitors.join(held);
      this.unused.note(held, giveUp(held));
      held.owed = 0n;
      this.slices.remove(held);
      return;
    }
    this.takeUpTerms(held, current);
    if (held.owed > 0n) this.refills.ask(held);
    else if (held.closedUntil !== null) {
      if (mayHaveMore(held, at) || this.hasOtherTerms(held)) this.refills.ask(held);
    } else if (held.used > 0 && held.minuteAt !== minuteStartOf(at)) this.refills.ask(held);
    else if (isStale(held, at)) this.unused.note(held, giveUp(held));
  }

  private async giveBack(): Promise<void> {
    await this.unused.giveBack().catch((error: unknown) => {
      // Money that is not given back lapses.
      this.options.outages.note('unused budgets could not be given back', error);
    });
  }
}
