import { type Amount, formatAmount } from '../../amount';
import { AppError, invalid } from '../../errors';
import { hourOf, nextOpenHourOf } from '../../hour';
import { freshUntilOf, type Rate, type RateSource } from './rate';
import type { RateContext } from './rate.context';
import { dayMs, minuteMs } from '../../time';

/** How many times more or less than the last rate a new one may be. */
const mostChange = 10n;
const maxAheadMs = 366 * dayMs;

export interface SetRateParams {
  /** Unit: 10^-11 USD per coin. */
  readonly rate: Amount;
  /** Start of a clock hour; default: the next one that begins in more than 10 seconds, or this one while there is no fresh rate. */
  readonly from?: Date | null;
  /** True where the rate may be over ten times more or less than the last rate. */
  readonly isForced?: boolean;
  /** Default: an operator. */
  readonly source?: RateSource;
}

/** A rate with the time from which it is too old. */
export interface FreshRate extends Rate {
  readonly freshUntil: Date;
}

/**
 * Sets the worth of a coin. The rate holds from the next clock hour on. Where there is no fresh rate it holds at once,
 * also for the hours that waited for a rate.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a rate that is not above 0, or is over ten times more or less than the last
 * rate, and for a `from` that is no start of an hour, has begun, or is over a year ahead; `CONFLICT` where somebody else
 * has set the rate of the running hour at the same time.
 */
export async function setRate(ctx: RateContext, params: SetRateParams): Promise<FreshRate> {
  const { rate, source = 'operator', isForced = false } = params;
  const now = ctx.now();
  await ctx.rates.refresh();
  const first = ctx.rates.recent(now) === null ? hourOf(now) : nextOpenHourOf(now);
  const from = params.from ?? first;
  const problem = problemOfFrom(from, first);
  const problems = {
    ...(rate <= 0n && { rate: ['must be above 0'] }),
    ...(problem !== null && { from: [problem] }),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
  const last = lastSet(ctx.rates.known());
  if (last && !isForced && (rate > last.rate * mostChange || rate * mostChange < last.rate))
    throw invalid({
      rate: [
        `is over ten times off the last one, ${formatAmount(last.rate)} USD: force it if it is right`,
      ],
    });
  const set: Rate = { from, rate, setAt: now, source };
  if (from > now) await ctx.rateStore.put(set);
  else if (!(await ctx.rateStore.putFirst(set)))
    throw new AppError('CONFLICT', 'another rate was set at the same time: look at that one first');
  await ctx.rates.refresh();
  return withFreshness(ctx, set);
}

function problemOfFrom(from: Date, first: Date): string | null {
  if (from.getTime() !== hourOf(from).getTime()) return 'must be the start of a clock hour';
  if (from < first)
    return `must be ${first.toISOString()} or later: hours that began keep their rate`;
  return from.getTime() > first.getTime() + maxAheadMs ? 'must be within a year' : null;
}

/**
 * The rate of the clock hour that a time lies in; null while its events have to wait.
 *
 * @param at null: now
 */
export async function findRateAt(ctx: RateContext, at: Date | null): Promise<FreshRate | null> {
  const rate = await ctx.rates.findRate(at ?? ctx.now());
  return rate && withFreshness(ctx, rate);
}

/** Rates of hours to come, the next hour first. */
export async function listComingRates(ctx: RateContext): Promise<readonly FreshRate[]> {
  await ctx.rates.refresh();
  const coming = ctx.rates.known().filter(({ from }) => from > ctx.now());
  return coming.map((rate) => withFreshness(ctx, rate));
}

const mostListed = 100;

/**
 * Rates that were set, also for hours to come, the latest hour first; at most 100.
 *
 * @param before only rates of hours before this hour; null: of all hours
 */
export async function listSetRates(
  ctx: RateContext,
  { first, before }: { readonly first: number; readonly before: Date | null },
): Promise<readonly FreshRate[]> {
  const found = await ctx.rateStore.listBefore(before, Math.min(first, mostListed));
  return found.map((rate) => withFreshness(ctx, rate));
}

/** Tells the operator when there is no fresh rate. */
export function warnWithoutRate({ rates, log }: RateContext): void {
  if (rates.freshUntil() !== null) return;
  const last = lastSet(rates.known());
  log.warn(
    last && { lastRate: formatAmount(last.rate), setAt: last.setAt },
    'there is no fresh exchange rate: events wait for one, set it by `adgate rate set` or ADGATE_RATE_URL',
  );
}

const fetchEveryMs = 10 * minuteMs;

/** Sets the rate that the configured URL tells, unless a fresh rate came from there in the last ten minutes. */
export async function setFetchedRate(ctx: RateContext): Promise<void> {
  if (ctx.fetchRate === null) return;
  await ctx.rates.refresh();
  const now = ctx.now();
  // A later one comes from a clock that was ahead.
  const isOfUrl = ({ source, setAt }: Rate) => source === 'url' && setAt <= now;
  const last = lastSet(ctx.rates.known().filter(isOfUrl));
  const isRecent = last !== null && now.getTime() - last.setAt.getTime() < fetchEveryMs;
  if (isRecent && ctx.rates.freshUntil() !== null) return;
  await setRate(ctx, { rate: await ctx.fetchRate(), source: 'url' });
}

function lastSet(rates: readonly Rate[]): Rate | null {
  return rates.toSorted((one, other) => other.setAt.getTime() - one.setAt.getTime())[0] ?? null;
}

function withFreshness({ rates }: RateContext, rate: Rate): FreshRate {
  return { ...rate, freshUntil: freshUntilOf(rate, rates.maxAgeHours) };
}
