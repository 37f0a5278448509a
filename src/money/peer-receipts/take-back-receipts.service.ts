import { type Amount, formatAmount } from '../../amount';
import type { DatabaseSession } from '../../platform/database/transaction';
import { assertPresent } from '../../present';
import { accountIdOf } from '../books/book';
import type { JournalEntry } from '../books/journal-entry';
import { listEarners } from '../verification/again/prepared-payments.service';
import { addIncome } from './add-income.service';
import { hasBoosts, valuesOf } from './book-boosts.service';
import type { LineOutcome, PeerReceipt } from './peer-receipt';
import type { PeerReceiptContext } from './peer-receipt.context';
import {
  entryIdsOfPiece,
  partitionOfCases,
  type ReceiptPiece,
  takenBackEntry,
} from './receipt-entries';
import type { ShownCase } from './shown-case.store';

const mostReceipts = 100;

/**
 * Takes back what was booked of receipts whose block was replaced, from who has the money by now: the rest first, then boosts, then part
 * after part, each in one transaction. Wherever that is cut off, it goes on from there; where the receipt comes again meanwhile, it ends there.
 *
 * @see docs/money.md
 */
export async function takeBackReversed(
  ctx: PeerReceiptContext,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const receipts = await ctx.peerReceipts.listToTakeBack(mostReceipts);
    for (const { id } of receipts) await takeBackAll(ctx, id, signal);
    if (receipts.length < mostReceipts) return;
  }
}

async function takeBackAll(
  ctx: PeerReceiptContext,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  let taken = 0n;
  for (;;) {
    signal.throwIfAborted();
    const amount = await ctx.inTransaction((session) => takeBackNext(ctx, id, session));
    if (amount === null) break;
    taken += amount;
  }
  ctx.log.error(
    { receipt: id, amount: formatAmount(taken) },
    'the block of a receipt was replaced: its lines are taken back',
  );
}

/** @returns coins that it has taken back, 10^-11; null: there is nothing more to take back, or the receipt has come again */
async function takeBackNext(
  ctx: PeerReceiptContext,
  id: string,
  session: DatabaseSession,
): Promise<Amount | null> {
  const found = await ctx.peerReceipts.find(id, session);
  if (found === null || !found.isReversed || found.state === 'assigned') return null;
  // Earlier versions did not count.
  const receipt = { ...found, reversals: Math.max(found.reversals, 1) };
  const { parts, boostedParts, amount } = receipt.booked;
  if (receipt.state === 'booked' || (receipt.state === 'kept' && amount > 0n))
    return takeBackRest(ctx, receipt, session);
  if (boostedParts > 0) return takeBackBoosts(ctx, receipt, session);
  return parts === 0 ? null : takeBackPart(ctx, receipt, session);
}

/** A receipt that an operator has kept is kept again once it comes again. */
async function takeBackRest(
  ctx: PeerReceiptContext,
  receipt: PeerReceipt,
  session: DatabaseSession,
): Promise<Amount> {
  const amount = await takeBackPiece(ctx, { receipt, piece: 'rest' }, session);
  const { reversals, booked } = receipt;
  await ctx.peerReceipts.change(
    receipt,
    {
      ...{ reversals, booked: { ...booked, amount: booked.amount - amount } },
      ...(receipt.state === 'booked' && { state: 'told', endedAt: null }),
    },
    session,
  );
  return amount;
}

async function takeBackBoosts(
  ctx: PeerReceiptContext,
  receipt: PeerReceipt,
  session: DatabaseSession,
): Promise<Amount> {
  const { id, reversals, booked } = receipt;
  const number = booked.boostedParts - 1;
  const outcomes = await outcomesOf(ctx, { id, number }, session);
  const amount = await takeBackPiece(ctx, { receipt, piece: `boost-${number}` }, session);
  const lines = outcomes.map(({ eventId, boost, boostFee }) => ({
    ...{ eventId, booked: boost, supplyFee: boostFee },
  }));
  await takeBackIncome(ctx, lines, session);
  const without = outcomes.map((one) => ({ ...one, boost: 0n, boostFee: 0n }));
  await ctx.peerReceipts.noteOutcomes(id, { number, outcomes: without }, session);
  const before = {
    ...{ ...booked, boostedParts: number, boost: booked.boost - amount },
    ...{ amount: booked.amount - amount, credited: booked.credited - amount },
  };
  await ctx.peerReceipts.change(receipt, { reversals, booked: before }, session);
  return amount;
}

async function takeBackPart(
  ctx: PeerReceiptContext,
  receipt: PeerReceipt,
  session: DatabaseSession,
): Promise<Amount> {
  const { id, reversals, booked } = receipt;
  const number = booked.parts - 1;
  const outcomes = await outcomesOf(ctx, { id, number }, session);
  const amount = await takeBackPiece(ctx, { receipt, piece: number }, session);
  const cases = await takeBackIncome(ctx, outcomes, session);
  if (hasBoosts(receipt)) {
    const lost = outcomes.map((one) => ({
      ...{ shown: cases.get(one.eventId ?? '') ?? null, booked: one.booked },
    }));
    const values = [...valuesOf(lost)].map(([campaign, value]) => [campaign, -value] as const);
    await ctx.receiptBoosts.addValues(id, new Map(values), session);
  }
  await ctx.peerReceipts.noteOutcomes(id, { number, outcomes: null }, session);
  const credited = outcomes
    .filter(({ eventId }) => eventId !== null)
    .reduce((sum, one) => sum + one.booked, 0n);
  const before = {
    ...{ ...booked, parts: number, amount: booked.amount - amount },
    credited: booked.credited - credited,
  };
  await ctx.peerReceipts.change(receipt, { reversals, booked: before }, session);
  if (number === 0) await ctx.peerCredits.letPrice(receipt.peer, ctx.now(), session);
  return amount;
}

async function outcomesOf(
  ctx: Pick<PeerReceiptContext, 'peerReceipts'>,
  { id, number }: { readonly id: string; readonly number: number },
  session: DatabaseSession,
): Promise<readonly LineOutcome[]> {
  const part = await ctx.peerReceipts.findPart(id, number, session);
  return assertPresent(part?.outcomes, 'a part that is booked has outcomes');
}

/** @returns coins that are in `clearing:peers` again, 10^-11 */
async function takeBackPiece(
  ctx: Pick<PeerReceiptContext, 'accounts' | 'books' | 'now'>,
  { receipt, piece }: { readonly receipt: PeerReceipt; readonly piece: ReceiptPiece },
  session: DatabaseSession,
): Promise<Amount> {
  const entry = await findStanding(ctx, { receipt, piece }, session);
  if (entry === null) return 0n;
  const publisherIds = entry.lines.flatMap(({ book }) => accountIdOf(book) ?? []);
  const earners = await listEarners(ctx, [...new Set(publisherIds)], session);
  const reversal = takenBackEntry(receipt, { piece, entry, earners, at: ctx.now() });
  await ctx.books.post([reversal], session);
  return reversal.lines
    .filter(({ book }) => book === 'clearing:peers')
    .reduce((sum, { amount }) => sum + amount, 0n);
}

/** A piece without money has none. */
async function findStanding(
  { books }: Pick<PeerReceiptContext, 'books'>,
  { receipt, piece }: { readonly receipt: PeerReceipt; readonly piece: ReceiptPiece },
  session: DatabaseSession,
): Promise<JournalEntry | null> {
  const entries = await books.listByIds(entryIdsOfPiece(receipt, piece), session);
  const takenBack = new Set(entries.map(({ reverses }) => reverses));
  return entries.find((one) => one.kind === 'receipt' && !takenBack.has(one.id)) ?? null;
}

/**
 * Events that are not kept any more have no verdict to change.
 *
 * @returns the cases of those that are kept, by their events
 */
async function takeBackIncome(
  ctx: PeerReceiptContext,
  outcomes: readonly Pick<LineOutcome, 'eventId' | 'booked' | 'supplyFee'>[],
  session: DatabaseSession,
): Promise<ReadonlyMap<string, ShownCase>> {
  const eventIds = outcomes.flatMap(({ eventId }) => eventId ?? []);
  const cases = await ctx.shownCases.listByEvents([...new Set(eventIds)], session);
  const incomes = outcomes.flatMap(({ eventId, booked, supplyFee }) => {
    const shown = cases.get(eventId ?? '');
    return shown === undefined || booked === 0n
      ? []
      : [{ shown, revenue: supplyFee - booked, supplyFee: -supplyFee }];
  });
  await addIncome(ctx, { incomes, partition: partitionOfCases(cases) }, session);
  return cases;
}
