import { type Amount, maxAmount } from '../../amount';
import { AppError } from '../../errors';
import type { DatabaseSession } from '../../platform/database/transaction';
import { minuteMs } from '../../time';
import { coinsOf } from '../amounts/charge';
import {
  type HourTallies,
  type OfferTime,
  openOf,
  talliesAround,
  tallyIdsAround,
} from '../budgets/hour-tally';
import type { PocketContext } from './pocket.context';

/** Unit: 10^-11 USD; and coins at the rate that makes them most. */
export interface OpenCosts {
  readonly price: Amount;
  /** null: nothing says what a coin is worth. */
  readonly leastRate: Amount | null;
}

/**
 * The most that an account may yet have to pay for events without a verdict. Read it before the transaction that takes
 * from the funds: events that are judged in between are charged.
 *
 * @throws {AppError} `SERVICE_UNAVAILABLE` while more waits for verdicts than can be looked through.
 */
export async function getOpenCosts(
  { openVerdicts, rates, config, now }: PocketContext,
  accountId: string,
): Promise<OpenCosts> {
  const { price, since, isCutOff } = await openVerdicts.sumOf(accountId);
  if (isCutOff)
    throw new AppError('SERVICE_UNAVAILABLE', 'too many events wait for their verdicts', {
      retryAfterSeconds: 60,
    });
  const firstOffer = firstGoodOffer({ config, now });
  const first = since !== null && since < firstOffer ? since : firstOffer;
  return { price, leastRate: await rates.findLeastSince(first) };
}

/** Views of offers since then may still come: the rate of the offer's hour is theirs. */
function firstGoodOffer({ config, now }: Pick<PocketContext, 'config' | 'now'>): Date {
  return new Date(now().getTime() - config.offerMinutes * minuteMs);
}

/** The costs that an account may yet have to pay for offers alone: what waits for a verdict is not in them. */
export async function getOpenOffers(
  ctx: Pick<PocketContext, 'rates' | 'config' | 'now'>,
): Promise<OpenCosts> {
  return { price: 0n, leastRate: await ctx.rates.findLeastSince(firstGoodOffer(ctx)) };
}

interface OpenOfAccount {
  readonly accountId: string;
  readonly open: OpenCosts;
}

/**
 * The part of an account's funds that has to stay: set aside for offers that are still good, or for events that wait
 * for a verdict. For minutes an event may count as both. Until the transaction has ended, gateways set nothing aside by the
 * funds of before.
 *
 * @returns 10^-11 coins
 */
export async function bindFunds(
  { campaignHours, config, now }: Pick<PocketContext, 'campaignHours' | 'config' | 'now'>,
  { accountId, open }: OpenOfAccount,
  session: DatabaseSession,
): Promise<Amount> {
  const at = now();
  const tallies = await campaignHours.accounts.lock({ advertiserId: accountId }, at, session);
  return boundBy(tallies, open, { at, offerMinutes: config.offerMinutes });
}

/** The same as it is at this moment. */
export async function boundFundsOf(
  { campaignHours, config, now }: Pick<PocketContext, 'campaignHours' | 'config' | 'now'>,
  { accountId, open }: OpenOfAccount,
): Promise<Amount> {
  const at = now();
  const found = await campaignHours.accounts.list(tallyIdsAround(accountId, at));
  const tallies = talliesAround(found, accountId, at);
  return boundBy(tallies, open, { at, offerMinutes: config.offerMinutes });
}

function boundBy(tallies: HourTallies, open: OpenCosts, time: OfferTime): Amount {
  const price = openOf(tallies, time) + open.price;
  if (price === 0n) return 0n;
  // Rounded up: each event is rounded down by itself.
  return open.leastRate === null ? maxAmount : coinsOf(price, open.leastRate) + 1n;
}
