import type { Amount } from '../../amount';
import type { DatabaseSession } from '../../platform/database/transaction';
import { hourIdOf, hourOf } from '../../hour';
import type { CorrectedVerdict } from '../verification/again/correction.store';
import type { PeerReceiptContext } from './peer-receipt.context';
import type { PaidForHour } from './paid-hour.store';
import type { Income, ShownCase } from './shown-case.store';

/** Coins for a case, 10^-11; below 0: they are taken back. */
export interface CaseIncome {
  readonly shown: ShownCase;
  readonly revenue: Amount;
  readonly supplyFee: Amount;
}

/**
 * Adds what came for cases to the verdicts of their events and to what their campaigns are paid for, and tells statistics.
 *
 * @param of.partition that of the batch of verdicts which it is
 */
export async function addIncome(
  ctx: Pick<
    PeerReceiptContext,
    'onVerdicts' | 'peerPaidHours' | 'rates' | 'shownCases' | 'verification'
  >,
  { incomes, partition }: { readonly incomes: readonly CaseIncome[]; readonly partition: number },
  session: DatabaseSession,
): Promise<void> {
  const summed = await sumByEvent(ctx, incomes);
  if (summed.length === 0) return;
  await ctx.shownCases.addIncome(
    summed.map(({ income }) => income),
    session,
  );
  await ctx.peerPaidHours.addPaid(sumByHour(incomes), session);
  const batch = await ctx.verification.nextBatch(partition, session);
  const corrected = summed.map(toCorrected);
  await ctx.onVerdicts({ partition, batch, events: [], conversions: [], corrected }, session);
}

interface EventIncome {
  readonly income: Income;
  readonly shown: ShownCase;
}

/** An event may have several lines: its view, its click. */
async function sumByEvent(
  { rates }: Pick<PeerReceiptContext, 'rates'>,
  incomes: readonly CaseIncome[],
): Promise<readonly EventIncome[]> {
  const rateOf = new Map<number, bigint | null>();
  const summed: EventIncome[] = [];
  for (const ones of Map.groupBy(incomes, ({ shown }) => shown.id).values()) {
    const shown = ones[0]?.shown;
    if (shown === undefined) continue;
    const hour = hourIdOf(shown.occurredAt);
    if (!rateOf.has(hour))
      rateOf.set(hour, (await rates.findRate(hourOf(shown.occurredAt)))?.rate ?? null);
    const supplyFee = ones.reduce((sum, one) => sum + one.supplyFee, 0n);
    const revenue = ones.reduce((sum, one) => sum + one.revenue, 0n);
    const rate = rateOf.get(hour) ?? null;
    summed.push({ shown, income: { eventId: shown.id, revenue, supplyFee, rate } });
  }
  return summed;
}

/** Fees included: it is what its server has paid. */
function sumByHour(incomes: readonly CaseIncome[]): readonly PaidForHour[] {
  const ofHours = Map.groupBy(
    incomes,
    ({ shown }) => `${shown.campaignId}:${hourIdOf(shown.occurredAt)}`,
  );
  return [...ofHours.values()].flatMap((ones) =>
    ones.slice(0, 1).map(({ shown: { campaignId, occurredAt } }) => ({
      ...{ campaignId, hour: hourOf(occurredAt) },
      paid: ones.reduce((sum, { revenue, supplyFee }) => sum + revenue + supplyFee, 0n),
    })),
  );
}

function toCorrected({ shown, income }: EventIncome): CorrectedVerdict {
  if (shown.verdict === null) throw new Error(`event ${shown.id} is paid before its verdict`);
  const before = shown.verdict;
  const { rate, ...more } = income;
  const verdict = {
    ...before,
    rate,
    revenue: before.revenue + more.revenue,
    supplyFee: before.supplyFee + more.supplyFee,
  };
  return { of: 'event', id: shown.id, before, verdict };
}
