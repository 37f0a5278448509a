import type { DatabaseSession } from '../../platform/database/transaction';
import { dayMs, secondMs } from '../../time';
import { feeOf } from '../amounts/charge';
import { hourOf } from '../../hour';
import { addIncome } from './add-income.service';
import { bookBoosts, hasBoosts, valuesOf } from './book-boosts.service';
import type { PeerReceiptContext } from './peer-receipt.context';
import type { PeerReceipt, ReceiptLine } from './peer-receipt';
import { type CreditedLine, partEntry, partitionOfCases, restEntry } from './receipt-entries';
import type { ShownCase } from './shown-case.store';

/** A case counts for so long. @see docs/contract.md §10 */
const countsForMs = 35 * dayMs;
const waitForVerdictMs = 5 * secondMs;

/**
 * Books a receipt that was told, part after part: each of them in one transaction, once. Whoever does it at the same time, and wherever
 * it is cut off, each line is booked once.
 *
 * @returns when it is booked, or waits for a verdict, or somebody else has gone on with it
 */
export async function bookReceipt(
  ctx: PeerReceiptContext,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const goesOn = await ctx.inTransaction((session) => bookNext(ctx, id, session));
    if (!goesOn) return;
  }
}

async function bookNext(
  ctx: PeerReceiptContext,
  id: string,
  session: DatabaseSession,
): Promise<boolean> {
  const receipt = await ctx.peerReceipts.find(id, session);
  if (receipt === null || receipt.state !== 'told' || receipt.isReversed) return false;
  const { told, booked } = receipt;
  if (booked.parts < told.parts) return bookPart(ctx, receipt, session);
  if (hasBoosts(receipt) && booked.boostedParts < told.parts)
    return bookBoosts(ctx, receipt, session);
  await bookRest(ctx, receipt, session);
  return false;
}

async function bookRest(
  ctx: PeerReceiptContext,
  receipt: PeerReceipt,
  session: DatabaseSession,
): Promise<void> {
  const at = ctx.now();
  const entry = restEntry(receipt, at);
  if (entry !== null) await ctx.books.post([entry], session);
  const booked = { ...receipt.booked, amount: receipt.amount };
  await ctx.peerReceipts.change(
    receipt,
    { state: 'booked', booked, endedAt: at, nextAt: null, problem: null },
    session,
  );
  await ctx.peerCredits.letPrice(receipt.peer, at, session);
}

async function bookPart(
  ctx: PeerReceiptContext,
  receipt: PeerReceipt,
  session: DatabaseSession,
): Promise<boolean> {
  const { id, peer, booked, receivedAt } = receipt;
  const part = await ctx.peerReceipts.findPart(id, booked.parts, session);
  if (part === null) throw new Error(`part ${booked.parts} of receipt ${id} is gone`);
  const caseIds = [...new Set(part.lines.map(({ caseId }) => caseId))];
  const since = new Date(receivedAt.getTime() - countsForMs);
  const cases = await ctx.shownCases.listByCases(peer, { caseIds, since }, session);
  if ([...cases.values()].some(({ verdict }) => verdict === null))
    return waitForVerdicts(ctx, receipt, session);
  const lines = creditLines(part.lines, {
    cases,
    left: receipt.amount - booked.amount,
    supplyFee: ctx.config.verification.supplyFee,
  });
  const outcomes = lines.map(({ shown: _shown, ...one }) => ({ ...one, boost: 0n, boostFee: 0n }));
  await ctx.peerReceipts.noteOutcomes(id, { number: part.number, outcomes }, session);
  const partition = partitionOfCases(cases);
  const of = { piece: part.number, lines, partition, at: ctx.now() };
  const entry = partEntry(receipt, of);
  if (entry !== null) await ctx.books.post([entry], session);
  await noteIncome(ctx, { peer, lines, partition }, session);
  if (hasBoosts(receipt)) await ctx.receiptBoosts.addValues(id, valuesOf(lines), session);
  const sum = (some: readonly CreditedLine[]) => some.reduce((all, one) => all + one.booked, 0n);
  const after = {
    ...booked,
    parts: booked.parts + 1,
    amount: booked.amount + sum(lines),
    credited: booked.credited + sum(lines.filter(({ shown }) => shown !== null)),
  };
  await ctx.peerReceipts.change(receipt, { booked: after, problem: null }, session);
  return true;
}

async function waitForVerdicts(
  ctx: PeerReceiptContext,
  receipt: PeerReceipt,
  session: DatabaseSession,
): Promise<false> {
  const nextAt = new Date(ctx.now().getTime() + waitForVerdictMs);
  const problem = 'its cases have no verdict yet';
  await ctx.peerReceipts.change(receipt, { nextAt, problem }, session);
  return false;
}

/** Values are cut to the money that is left, in the order in which they were told; each has its fee by itself. */
function creditLines(
  lines: readonly ReceiptLine[],
  of: {
    readonly cases: ReadonlyMap<string, ShownCase>;
    readonly left: bigint;
    readonly supplyFee: number;
  },
): readonly CreditedLine[] {
  let { left } = of;
  return lines.map(({ caseId, value }) => {
    const shown = of.cases.get(caseId) ?? null;
    const booked = value < left ? value : left;
    left -= booked;
    const supplyFee = shown === null ? 0n : feeOf(booked, of.supplyFee);
    return { shown, eventId: shown?.id ?? null, booked, supplyFee };
  });
}

/** Tells statistics, and how far the server has paid. */
async function noteIncome(
  ctx: PeerReceiptContext,
  of: {
    readonly peer: string;
    readonly lines: readonly CreditedLine[];
    readonly partition: number;
  },
  session: DatabaseSession,
): Promise<void> {
  const paid = of.lines.flatMap(({ shown, booked, supplyFee }) =>
    shown !== null && booked > 0n ? [{ shown, revenue: booked - supplyFee, supplyFee }] : [],
  );
  if (paid.length === 0) return;
  await addIncome(ctx, { incomes: paid, partition: of.partition }, session);
  const last = paid.reduce((latest, { shown }) => Math.max(latest, shown.occurredAt.getTime()), 0);
  const paidTo = hourOf(new Date(last));
  await ctx.peerCredits.notePaid(of.peer, { paidTo, at: ctx.now() }, session);
  await ctx.peers.setAwaitsPayment(of.peer, false, session);
}
