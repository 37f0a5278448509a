import type { Amount } from '../../../amount';
import { createId } from '../../../id';
import { heldKeyOf } from '../../books/held-earnings';
import type { LedgerAccount, PreparedTransfer } from '../../../platform/ledger/ledger-client';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { createChoice, type Means } from '../due/choose-payees';
import { leftOf, type PreparedOnDay, preparedToday } from '../due/day-limit';
import type { DuePayee } from '../due/due-page';
import type { DueQueue } from '../due/due-queue';
import type { DueTerms } from '../due/final-hours.service';
import { leastBalanceOf } from '../due/network-fee';
import { noteDue } from '../due/note-due.service';
import type { Payment, PaymentBatch } from '../payment';
import type { SettlingContext } from '../payment.context';
import type { SettlementTurn } from '../settlement-turn';
import { assertStillPayable } from './still-payable.service';
import { preparedEntry } from './payment-entries';
import { type BatchPurpose, newBatch } from './new-batch';
import { assertSignedTransfer } from './signed-transaction';
import { tieRemittances } from '../../remittances/tie-remittances.service';

/** The state that a batch is made on. */
interface Ground {
  /** The account that pays, as its node has it now. */
  readonly payer: LedgerAccount;
  readonly due: DueQueue;
  readonly terms: DueTerms;
}

/**
 * Signs a transfer to payees that are due, and stores its bytes and its payments, booked; nothing is sent.
 *
 * @returns false when nobody is due that can be paid now.
 */
export async function prepareNewBatch(
  ctx: SettlingContext,
  turn: SettlementTurn,
  { payer, due, terms }: Ground,
): Promise<boolean> {
  const { settlement } = turn;
  if (settlement.pausedReason !== null) return false;
  const today = preparedToday(ctx, settlement);
  const chosen = await choosePayees(ctx, due, {
    sender: payer.address,
    spendable: payer.balance - leastBalanceOf(payer.address),
    dayLeft: leftOf(today, ctx.config),
    dailyLimit: ctx.config.payouts.dailyLimit,
  });
  // Nobody knows yet that there is enough for those that are still to come.
  const problem = due.problem() ?? (due.isDrained() ? null : settlement.problem);
  if (problem !== settlement.problem)
    await turn.write({ problem, problemAt: problem === null ? null : ctx.now() });
  if (problem !== null) ctx.log.warn({ problem }, 'not all payments that are due can be made');
  if (chosen.length === 0) return false;
  const prepared = await signTransfer(ctx, payer, chosen);
  await storeNewBatch(ctx, turn, { payer, chosen, prepared, today, earnedUntil: terms.until });
  return true;
}

/** Reads on as long as there is room, and notes what it has read. */
async function choosePayees(
  ctx: SettlingContext,
  due: DueQueue,
  means: Means,
): Promise<readonly DuePayee[]> {
  const choice = createChoice(means);
  while (choice.takeFrom(due) && due.wantsPage()) {
    const notes = await due.readPage();
    if (notes) await noteDue(ctx, notes);
  }
  return choice.end(due);
}

/** Signs the same position of the chain again without some payments. The bytes before may still be taken. */
export async function prepareWithout(
  ctx: SettlingContext,
  turn: SettlementTurn,
  {
    batch,
    refused,
    reason,
  }: {
    readonly batch: PaymentBatch;
    readonly refused: readonly Payment[];
    readonly reason: string;
  },
): Promise<void> {
  const refusedIds = new Set(refused.map(({ id }) => id));
  const all = await ctx.payments.listByIds(batch.paymentIds);
  const kept = all.filter(({ id }) => !refusedIds.has(id));
  const { sender, position } = batch;
  const prepared = kept.length === 0 ? null : await sign(ctx, { sender, position, wires: kept });
  await turn.write({}, async (session) => {
    const problem = reason;
    if (!(await ctx.paymentBatches.change(batch.id, { isAbandoned: true, problem }, session)))
      return;
    await ctx.payments.change([...refusedIds], ['prepared', 'sent'], { reason }, session);
    for (const { accountId, address } of refused)
      await ctx.payees.change(accountId, { refusedAddress: address, refusal: reason }, session);
    if (!prepared) return;
    const without = newBatch(ctx, { sender, position, prepared, purpose: paymentsIn(kept) });
    await ctx.paymentBatches.insert(without, session);
  });
}

function signTransfer(
  ctx: SettlingContext,
  { address: sender, messageId, hash }: LedgerAccount,
  wires: readonly DuePayee[],
): Promise<PreparedTransfer> {
  return sign(ctx, { sender, position: { messageId, hash }, wires });
}

async function sign(
  { ledger }: SettlingContext,
  order: Parameters<typeof assertSignedTransfer>[1],
): Promise<PreparedTransfer> {
  const prepared = await ledger.prepareTransfer(order.position, order.wires);
  assertSignedTransfer(prepared, order);
  return prepared;
}

async function storeNewBatch(
  ctx: SettlingContext,
  turn: SettlementTurn,
  parts: {
    readonly payer: LedgerAccount;
    readonly chosen: readonly DuePayee[];
    readonly prepared: PreparedTransfer;
    readonly today: PreparedOnDay;
    /** Earnings of hours before it are paid; null: of any hour. */
    readonly earnedUntil: Date | null;
  },
): Promise<void> {
  const { payer, chosen, prepared, today, earnedUntil } = parts;
  const at = ctx.now();
  const payments = toPayments(ctx, chosen, { at, earnedUntil });
  const changes = { day: today.day, dayAmount: today.dayAmount + sumOf(payments) };
  await turn.write(changes, async (session, { pausedReason }) => {
    if (pausedReason !== null) throw new Error('settlement was paused meanwhile');
    await assertStillPayable(ctx, chosen, session);
    const held = await assertUnpaid(ctx, payments, session);
    await ctx.payments.insert(
      payments.map((payment) => {
        const heldHours = payment.kind === 'earnings' ? held.get(payment.accountId) : undefined;
        return heldHours ? { ...payment, heldHours } : payment;
      }),
      session,
    );
    await tieRemittances(ctx, payments, session);
    await ctx.books.post(
      payments.map((payment) => preparedEntry(payment, at)),
      session,
    );
    await ctx.payees.notePaid(
      chosen.filter(({ isNoted }) => isNoted).map(({ accountId }) => accountId),
      session,
    );
    const { address: sender, messageId, hash } = payer;
    const place = { sender, position: { messageId, hash } };
    const batch = newBatch(ctx, { ...place, prepared, purpose: paymentsIn(payments) });
    await ctx.paymentBatches.insert(batch, session);
  });
}

function toPayments(
  ctx: SettlingContext,
  chosen: readonly DuePayee[],
  { at, earnedUntil }: { readonly at: Date; readonly earnedUntil: Date | null },
): readonly Payment[] {
  return chosen.map(
    ({ accountId, address, amount, waitingSince, earnedFrom, withdrawalId }): Payment => ({
      id: withdrawalId ?? createId(ctx),
      kind: withdrawalId === null ? 'earnings' : 'withdrawal',
      ...{ accountId, address, amount, state: 'prepared' },
      ...{ earnedFrom, dueSince: waitingSince },
      earnedUntil: withdrawalId === null ? earnedUntil : null,
      ...{ preparedAt: at, sentAt: null, confirmedAt: null, returnedAt: null },
      ...{ transactionId: null, reason: null },
    }),
  );
}

/**
 * Earnings are as they were, and withdrawals approved; they are not from then on.
 *
 * @returns hours of sites that are under review, of those who have such hours
 */
async function assertUnpaid(
  { books, withdrawals, now: time }: SettlingContext,
  payments: readonly Payment[],
  session: DatabaseSession,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const earnings = payments.filter(({ kind }) => kind === 'earnings');
  const ids = earnings.map(({ accountId }) => accountId);
  const until = earnings[0]?.earnedUntil ?? null;
  const found = await books.listEarningsOf(ids, { until, now: time() }, session);
  const payable = new Map(found.map((one) => [one.accountId, one.payable]));
  for (const { accountId, amount } of earnings) {
    const now = payable.get(accountId) ?? 0n;
    // A payment takes all of the final hours, so that it is for exactly these; later earnings wait.
    if (now < amount || (until !== null && now > amount))
      throw new Error(`the earnings of account ${accountId} have changed meanwhile`);
  }
  const withdrawn = payments.filter(({ kind }) => kind === 'withdrawal').map(({ id }) => id);
  if ((await withdrawals.markPrepared(withdrawn, session)) !== withdrawn.length)
    throw new Error('a withdrawal was cancelled meanwhile');
  const withHeld = found.filter(({ held }) => held.length > 0);
  return new Map(
    withHeld.map(({ accountId, held }) => [
      accountId,
      held.map(({ siteId, hour }) => heldKeyOf(siteId, hour)),
    ]),
  );
}

const sumOf = (payments: readonly Payment[]): Amount =>
  payments.reduce((total, { amount }) => total + amount, 0n);

const paymentsIn = (payments: readonly Payment[]): BatchPurpose => ({
  kind: 'transfer',
  amount: sumOf(payments),
  paymentIds: payments.map(({ id }) => id),
});
