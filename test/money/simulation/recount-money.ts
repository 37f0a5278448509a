import type { AdEvent } from '../../../src/market/events/event';
import {
  type Act,
  clockTime,
  demandFee,
  nobody,
  ratesOfHours,
  supplyFee,
  type World,
} from './story';
import type { TakenFunds } from './withdrawals';

/** In which order the server judged: all that the recount takes from its verdicts. */
export interface Turn {
  readonly id: string;
  readonly judgedAt: Date;
}

/** The outcome of an event. Its price is 10^-11 USD, the rest 10^-11 coins. */
export interface Outcome {
  readonly reason: string;
  readonly price: bigint;
  readonly charge: bigint;
}

/** Amounts and counts, by what they are of. */
export type Totals = Map<string, bigint>;

export function addTo(totals: Totals, name: string, amount: bigint): void {
  totals.set(name, (totals.get(name) ?? 0n) + amount);
}

/** All that is counted along; every part of it is as plain as can be. */
export interface Ledger {
  readonly world: World;
  /** Campaigns that the server has paused by itself, for lack of funds. */
  readonly suspensions: readonly Act[];
  readonly totals: Totals;
  readonly outcomes: Map<string, Outcome>;
  readonly violations: string[];
  /** USD, by campaign and hour. */
  readonly spent: Map<string, bigint>;
  /** Conversions by unsigned links that were paid for, by definition and day, and by advertiser, network and hour. */
  readonly unsigned: Map<string, number>;
  /** Clicks and conversions that took of budgets. */
  readonly beside: Beside[];
  /** Coins, by advertiser. */
  readonly charged: Map<string, bigint>;
  readonly withdrawals: readonly TakenFunds[];
}

/** A click or a conversion, with what it took of an hour's budget. */
interface Beside {
  readonly hour: string;
  readonly judgedAt: Date;
  readonly price: bigint;
}

/** The members of a payment that matter to budget and funds. */
export interface Payment {
  readonly campaignId: string;
  readonly advertiserId: string;
  /** Its hour pays. */
  readonly paidAt: Date;
  /** Seconds for which its offer was good; absent: a conversion, or an event of before. */
  readonly exp?: number;
  readonly isInBudget: boolean;
  /** Of an event; absent: a conversion. */
  readonly kind?: 'impression' | 'click';
}

export function reasonOfMoney(
  ledger: Ledger,
  payment: Payment & { readonly price: bigint; readonly charge: bigint },
  { judgedAt }: Turn,
): string | null {
  const { world, spent, charged } = ledger;
  const { campaignId, advertiserId, paidAt, exp, isInBudget, price, charge } = payment;
  const hour = `${campaignId} ${hourOf(paidAt)}`;
  const budget =
    exp === undefined
      ? budgetAt(world, campaignId, paidAt)
      : budgetOfOffer(ledger, { campaignId, offeredAt: paidAt, judgedAt });
  if (isInBudget && price > 0n && (spent.get(hour) ?? 0n) + price > budget) return 'budget_spent';
  const { creditLimit } = world.advertisers.find(({ id }) => id === advertiserId)!;
  if (creditLimit === null || charge === 0n) return null;
  const taken = takenBy(ledger.withdrawals, advertiserId, judgedAt);
  let means = creditLimit - (charged.get(advertiserId) ?? 0n) - taken;
  for (const act of world.acts)
    if (act.kind === 'deposit' && act.advertiserId === advertiserId && act.at < judgedAt)
      means += act.amount;
  return charge > means ? 'no_funds' : null;
}

/** Coins that an advertiser has taken out before a time, and that had not come back by then. */
export function takenBy(
  withdrawals: readonly TakenFunds[],
  advertiserId: string,
  time: Date,
): bigint {
  return withdrawals
    .filter((one) => one.advertiserId === advertiserId && one.at < time)
    .filter(({ backAt }) => backAt === null || backAt >= time)
    .reduce((sum, { amount }) => sum + amount, 0n);
}

/** Takes the money of the advertiser, and shares it out, each part by itself. */
export function pay(
  { world, totals, spent, beside, charged, violations }: Ledger,
  payment: Payment,
  parts: readonly {
    readonly price: bigint;
    readonly publisherId: string;
    readonly siteId: string;
  }[],
  turn: Turn,
): void {
  const { campaignId, advertiserId, paidAt, isInBudget } = payment;
  const hour = `${campaignId} ${hourOf(paidAt)}`;
  for (const { price, publisherId } of parts) {
    if (price === 0n) continue;
    const { since } = ratesOfHours.find((one) => one.hour === hourOf(paidAt))!;
    if (turn.judgedAt < since) violations.push(`${turn.id} was paid before there was a rate`);
    const charge = chargeOf(price, paidAt);
    const [forDemand, forSupply] = [
      (charge * BigInt(demandFee)) / 10_000n,
      (charge * BigInt(supplyFee)) / 10_000n,
    ];
    addTo(totals, `funds of ${advertiserId}`, -charge);
    addTo(totals, 'demand fees', forDemand);
    addTo(totals, 'supply fees', forSupply);
    const payee = publisherId === nobody ? 'nobody' : `publisher ${publisherId}`;
    addTo(totals, `earnings of ${payee}`, charge - forDemand - forSupply);
    charged.set(advertiserId, (charged.get(advertiserId) ?? 0n) + charge);
    if (!isInBudget) continue;
    spent.set(hour, (spent.get(hour) ?? 0n) + price);
    if (payment.kind !== 'impression') beside.push({ hour, judgedAt: turn.judgedAt, price });
    addTo(totals, `spent of ${hour}`, price);
  }
  const most = highestBudget(world, campaignId, hourOf(paidAt));
  if ((spent.get(hour) ?? 0n) > most) violations.push(`the budget of ${hour} was passed`);
}

export function chargeOf(price: bigint, at: Date): bigint {
  if (price === 0n) return 0n;
  const { rate } = ratesOfHours.find(({ hour }) => hour === hourOf(at))!;
  return (price * 100_000_000_000n) / rate;
}

function budgetAt(world: World, campaignId: string, at: Date): bigint {
  let { budget } = world.campaigns.find(({ id }) => id === campaignId)!;
  for (const act of world.acts)
    if (act.kind === 'budget' && act.campaignId === campaignId && act.at <= at) ({ budget } = act);
  return budget;
}

/**
 * The highest budget from the second of an offer to its verdict, or to the end of its hour; or what was set aside of the hour,
 * and taken by clicks and conversions, by the minute in which its budget was lowered before, where that is more.
 */
function budgetOfOffer(
  { world, beside }: Ledger,
  offer: { readonly campaignId: string; readonly offeredAt: Date; readonly judgedAt: Date },
): bigint {
  const { campaignId, offeredAt, judgedAt } = offer;
  // A batch goes by what was there before it.
  const known = beside.filter(
    (one) => one.hour === `${campaignId} ${hourOf(offeredAt)}` && one.judgedAt < judgedAt,
  );
  const second = new Date(offeredAt.getTime() + 999);
  const amounts = [budgetAt(world, campaignId, second)];
  for (const act of world.acts) {
    if (act.kind !== 'budget' || act.campaignId !== campaignId || act.at >= judgedAt) continue;
    if (hourOf(act.at) !== hourOf(offeredAt) || act.at <= clockTime(hourOf(offeredAt), 0)) continue;
    const before = budgetAt(world, campaignId, new Date(act.at.getTime() - 1));
    if (act.at > second) amounts.push(act.budget);
    else if (act.budget < before) {
      const taken = setAsideBefore(world, campaignId, act.at) + takenBefore(known, act.at);
      amounts.push(taken < before ? taken : before);
    }
  }
  return amounts.reduce((most, amount) => (amount > most ? amount : most));
}

function setAsideBefore(world: World, campaignId: string, at: Date): bigint {
  let sum = 0n;
  for (const act of world.acts)
    if (act.kind === 'setAside' && act.campaignId === campaignId)
      if (hourOf(act.at) === hourOf(at) && act.at.getUTCMinutes() <= at.getUTCMinutes())
        sum += act.amount;
  return sum;
}

function takenBefore(beside: readonly Beside[], at: Date): bigint {
  return beside
    .filter(
      ({ judgedAt }) =>
        hourOf(judgedAt) === hourOf(at) && judgedAt.getUTCMinutes() <= at.getUTCMinutes(),
    )
    .reduce((sum, { price }) => sum + price, 0n);
}

function highestBudget(world: World, campaignId: string, hour: number): bigint {
  let highest = budgetAt(world, campaignId, clockTime(hour, 0));
  for (const act of world.acts)
    if (act.kind === 'budget' && act.campaignId === campaignId && hourOf(act.at) === hour)
      highest = act.budget > highest ? act.budget : highest;
  return highest;
}

/** The time whose hour pays. */
export const payTimeOf = ({
  exp,
  offeredAt,
  occurredAt,
}: Pick<AdEvent, 'exp' | 'offeredAt' | 'occurredAt'>): Date =>
  exp === undefined ? occurredAt : offeredAt;

/** Of the one simulated day. */
export const hourOf = (at: Date) => at.getUTCHours();
