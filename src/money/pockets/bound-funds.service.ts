import { type Amount, maxAmount } from '../../amount';
import { AppError } from '../../errors';
import type { DatabaseSession } from '../../platform/database/transaction';
import { hourMs } from '../../time';
import { coinsOf } from '../amounts/charge';
import { hourOf } from '../amounts/hour';
import { type HourTallies, hourTallyIdOf, openOf } from '../budgets/hour-tally';
import type { PocketContext } from './pocket.context';

/** What waits for longer is old enough for the rates of these hours. */
const mostHours = 26;

/** Unit: 10^-11 USD; and coins at the rate that makes them most. */
export interface OpenCosts {
  readonly price: Amount;
  /** null: nothing says what a coin is worth. */
  readonly leastRate: Amount | null;
}

/**
 * What an account may yet have to pay for what has happened: read before the transaction that takes from its funds, as
 * what is judged meanwhile is charged.
 *
 * @throws {AppError} `SERVICE_UNAVAILABLE` while more waits for verdicts than can be looked through.
 */
export async function getOpenCosts(
  { openVerdicts, rates, now }: PocketContext,
  accountId: string,
): Promise<OpenCosts> {
  const { price, since, isCutOff } = await openVerdicts.sumOf(accountId);
  if (isCutOff)
    throw new AppError('SERVICE_UNAVAILABLE', 'too many events wait for their verdicts', {
      retryAfterSeconds: 60,
    });
  const latest = hourOf(now()).getTime();
  const earliest = Math.max((since ?? now()).getTime(), latest - mostHours * hourMs);
  let leastRate: Amount | null = null;
  for (let hour = latest; hour > earliest - hourMs; hour -= hourMs) {
    const rate = (await rates.findRate(new Date(hour)))?.rate ?? null;
    if (rate !== null && (leastRate === null || rate < leastRate)) leastRate = rate;
  }
  return { price, leastRate };
}

interface OpenOfAccount {
  readonly accountId: string;
  readonly open: OpenCosts;
}

/**
 * What of an account's funds has to stay, until a transaction has ended: set aside for offers of the last minutes, or for
 * what waits for a verdict. What is both counts twice, for minutes. Offers set nothing aside by what was there before.
 *
 * @returns 10^-11 coins
 */
export async function bindFunds(
  { campaignHours, now }: PocketContext,
  { accountId, open }: OpenOfAccount,
  session: DatabaseSession,
): Promise<Amount> {
  const at = now();
  const tallies = await campaignHours.accounts.lock({ advertiserId: accountId }, at, session);
  return boundBy(tallies, open, at);
}

/** The same as it is at this moment. */
export async function boundFundsOf(
  { campaignHours, now }: PocketContext,
  { accountId, open }: OpenOfAccount,
): Promise<Amount> {
  const at = now();
  const ids = [at, new Date(at.getTime() - hourMs)].map((one) => hourTallyIdOf(accountId, one));
  const found = await campaignHours.accounts.list(ids);
  const [hour = null, hourBefore = null] = ids.map((id) => found.get(id));
  return boundBy({ hour, hourBefore }, open, at);
}

function boundBy(tallies: HourTallies, open: OpenCosts, at: Date): Amount {
  const price = openOf(tallies, at) + open.price;
  if (price === 0n) return 0n;
  // Rounded up: each event is rounded down by itself.
  return open.leastRate === null ? maxAmount : coinsOf(price, open.leastRate) + 1n;
}
