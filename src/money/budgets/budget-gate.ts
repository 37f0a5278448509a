import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { Inventory } from '../../market/inventory/inventory';
import type { OfferGate } from '../../market/serving/offer-gate';
import type { DatabasePulse } from '../../platform/database/pulse';
import type { Outages } from '../../platform/process/outages';
import type { AccountFunds } from './account-funds';
import type { CampaignHourStore } from './campaign-hour.store';
import { cutSlices } from './cut-slices';
import {
  giveUp,
  isKnown,
  type HeldSlice,
  isLow,
  isStale,
  lend,
  minuteStartOf,
  openSlice,
  takeUp,
} from './held-slice';
import { createRefills } from './refills';
import { termsOf } from './slice-wish';
import { createUnusedSlices } from './unused-slices';

/** The gate of one gateway: it holds slices of the hours of campaigns that finds ask for, and nothing of others. */
export interface BudgetGate extends OfferGate {
  /** Fetches and gives back what the time asks for, and lets campaigns compete again. To be done every second. */
  keep(): Promise<void>;
  /** Gives everything back. */
  close(): Promise<void>;
}

export interface BudgetGateOptions {
  readonly inventory: Pick<Inventory, 'index' | 'priceOf' | 'findCampaign'>;
  readonly campaignHours: CampaignHourStore;
  readonly accountFunds: AccountFunds;
  readonly databasePulse: DatabasePulse;
  readonly outages: Outages;
  readonly now: () => Date;
  /** How long a find waits for money. */
  readonly patienceMs: number;
  /** Told of an account that cannot pay for the next offer of one of its campaigns. */
  readonly onUnfunded: (advertiserId: string) => void;
}

const forgottenAfterMs = 60 * 60 * 1000;
/** When to try to lend again. */
const lendAgainMs = 5_000;
/** Campaigns of one round trip. */
const mostAtOnce = 500;

export function createBudgetGate(options: BudgetGateOptions): BudgetGate {
  const { inventory, campaignHours, accountFunds, databasePulse, outages, now } = options;
  const slices = new Map<string, HeldSlice>();
  const unused = createUnusedSlices(campaignHours);
  const refills = createRefills({
    refill: refillAll,
    onFailure(error, failed) {
      outages.note('budgets are offered by what was known last', error);
      for (const held of failed) if (held.closedUntil === null) setOut(held, false);
    },
    patienceMs: options.patienceMs,
  });

  async function refillAll(held: readonly HeldSlice[]): Promise<void> {
    for (let from = 0; from < held.length; from += mostAtOnce)
      await refill(held.slice(from, from + mostAtOnce));
  }

  async function refill(held: readonly HeldSlice[]): Promise<void> {
    const at = now();
    const wishes = held.map((one) => ({
      ...termsOf(one.campaign, inventory.priceOf(one.campaign.id)),
      offers: Math.max(one.wanted, 2 * one.asking),
      owed: one.owed,
    }));
    const paying = wishes.filter(({ offerCost }) => offerCost > 0n);
    const cuts = await databasePulse.watch(cutSlices({ campaignHours, accountFunds }, paying, at));
    const unfunded = new Set<string>();
    held.forEach((one, position) => {
      const terms = wishes[position]!;
      const cut = cuts.get(one.campaign.id);
      if (!cut) {
        one.closedUntil = null;
        setOut(one, false);
        return;
      }
      const { owed } = terms;
      unused.note(one, takeUp(one, cut, { at: at.getTime(), terms, owed }));
      if (one.left >= terms.offerCost) setOut(one, false);
      else if (one.closedUntil !== null) setOut(one, true);
      if (cut.isUnfunded) unfunded.add(one.campaign.advertiserId);
    });
    unfunded.forEach(options.onUnfunded);
  }

  function setOut(held: HeldSlice, isOut: boolean): void {
    if (held.isOut === isOut) return;
    held.isOut = isOut;
    inventory.index.setEligible(held.campaign.id, !isOut);
  }

  function heldOf(campaign: Campaign, at: number): HeldSlice {
    let held = slices.get(campaign.id);
    if (!held) slices.set(campaign.id, (held = openSlice(campaign, at)));
    held.campaign = campaign;
    held.askedAt = at;
    return held;
  }

  /** Says that the held money pays for so many offers. */
  function canPay(campaign: Campaign, times: number, at: number): boolean {
    const cost = inventory.priceOf(campaign.id).offerCost;
    if (cost === 0n) return true;
    const held = heldOf(campaign, at);
    return !isStale(held, at) && held.left >= (times === 1 ? cost : cost * BigInt(times));
  }

  function pay(campaign: Campaign, at: number): void {
    const cost = inventory.priceOf(campaign.id).offerCost;
    if (cost === 0n) return;
    const held = slices.get(campaign.id)!;
    held.left -= cost;
    held.used += 1;
    if (!held.isQueued && !refills.isAway && isLow(held, at) && mayHaveMore(held, at))
      refills.ask(held);
  }

  const mayHaveMore = ({ closedUntil }: HeldSlice, at: number) =>
    closedUntil === null || closedUntil <= at;

  /** @returns what to wait for; null: another choice may be made at once. */
  function askForMoney(campaign: Campaign, at: number): Promise<void> | null {
    const held = slices.get(campaign.id)!;
    if (!mayHaveMore(held, at)) {
      // The index forgets it with a campaign that went off sale for a while.
      held.isOut = false;
      setOut(held, true);
      return null;
    }
    held.asking += 1;
    if (!refills.isAway && !refills.isLate) return refills.wait(held);
    const terms = termsOf(campaign, inventory.priceOf(campaign.id));
    // One that is only slow knows best of an hour that it has told about: it is waited for, without the campaign.
    const mayLend = refills.isAway || (held.owed === 0n && !isKnown(held, at));
    if (mayLend && lend(held, terms, at)) return null;
    if (refills.isAway) {
      held.closedUntil = at + lendAgainMs;
      held.closedBy = null;
    } else refills.ask(held);
    setOut(held, true);
    return null;
  }

  function keepOne(held: HeldSlice, at: number): void {
    const current = inventory.findCampaign(held.campaign.id);
    if (current === null || at - held.askedAt > forgottenAfterMs) {
      setOut(held, false);
      unused.note(held, giveUp(held));
      slices.delete(held.campaign.id);
      return;
    }
    held.campaign = current;
    if (held.owed > 0n) refills.ask(held);
    else if (held.closedUntil !== null) {
      if (held.closedUntil <= at || areOthers(held)) refills.ask(held);
    } else if (held.used > 0 && held.minuteAt !== minuteStartOf(at)) refills.ask(held);
    else if (isStale(held, at)) unused.note(held, giveUp(held));
  }

  /** Says that the campaign's budget or price has changed since its slice was closed. */
  function areOthers({ campaign, closedBy }: HeldSlice): boolean {
    if (closedBy === null) return false;
    const terms = termsOf(campaign, inventory.priceOf(campaign.id));
    return (
      terms.budget !== closedBy.budget ||
      terms.pacing !== closedBy.pacing ||
      terms.leastFree < closedBy.leastFree
    );
  }

  async function giveBack(): Promise<void> {
    await unused.giveBack().catch((error: unknown) => {
      // Money that is not given back lapses.
      outages.note('unused budgets could not be given back', error);
    });
  }

  return {
    payFor(campaigns) {
      const at = now().getTime();
      let isPaid = true;
      let wait: Promise<void> | null = null;
      for (let place = 0; place < campaigns.length; place += 1) {
        const campaign = campaigns[place]!;
        let times = 1;
        for (let before = 0; before < place; before += 1)
          if (campaigns[before] === campaign) times += 1;
        if (canPay(campaign, times, at)) continue;
        isPaid = false;
        wait = askForMoney(campaign, at) ?? wait;
      }
      if (!isPaid) return wait ?? Promise.resolve();
      for (const campaign of campaigns) pay(campaign, at);
      return null;
    },

    async keep() {
      const at = now().getTime();
      // First what is left of finds: others, or this one, may want it.
      await giveBack();
      for (const held of slices.values()) keepOne(held, at);
      await refills.settled();
      await giveBack();
    },

    async close() {
      for (const held of slices.values()) if (held.owed > 0n) refills.ask(held);
      await refills.settled();
      for (const held of slices.values()) unused.note(held, giveUp(held));
      slices.clear();
      await giveBack();
    },
  };
}
