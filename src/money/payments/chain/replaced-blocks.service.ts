import { isReplaced, lookAgainMs, mostLooks, youngMs } from '../../../platform/ledger/replaced-block';
import type { PaymentBatch } from '../payment';
import type { SettlementTurn, SettlingContext } from '../payment.context';
import { reopenedEntry } from '../batch/payment-entries';
import { noticeOfPayment } from '../batch/payment-notice';
import { isBatch } from './weigh-slot';

/**
 * Puts payments on their way again that a closed block had, and has no more: it was replaced. Only young ones are looked
 * at, once a minute. The ledger decides on them anew; the same bytes are sent again where its chain is back before them.
 *
 * @throws {LedgerFailure} when the ledger cannot be asked.
 */
export async function reopenReplaced(ctx: SettlingContext, turn: SettlementTurn): Promise<void> {
  const now = ctx.now();
  const { confirmedLookedAt: last, replacedPayments: told } = await ctx.settlements.get();
  if (last !== null && Math.abs(now.getTime() - last.getTime()) < lookAgainMs) return;
  const young = { since: new Date(now.getTime() - youngMs), limit: mostLooks };
  for (const batch of await ctx.paymentBatches.listConfirmedSince(
    ctx.config.ledgerAddress,
    young,
  )) {
    turn.signal.throwIfAborted();
    const { transactionId, proof } = batch;
    if (transactionId === null || proof === null) continue;
    const isSame = (closed: Parameters<typeof isBatch>[0]) => isBatch(closed, batch);
    if (await isReplaced(ctx.ledger, { transactionId, block: proof.block, isSame }))
      await reopen(ctx, turn, batch);
  }
  const text = textOf(await ctx.paymentBatches.listOpen());
  const replacedPayments = text === null ? null : { text, since: told?.since ?? now };
  const changes = { confirmedLookedAt: now, replacedPayments };
  await ctx.inTransaction((session) => ctx.settlements.change(turn.fence, changes, session));
}

/** Names the payments that are sent again; null: none is. */
function textOf(open: readonly PaymentBatch[]): string | null {
  const again = open.filter(({ replacements, state }) => replacements > 0 && state === 'sent');
  const [first] = again;
  if (!first) return null;
  const payments = new Set(again.flatMap(({ paymentIds }) => paymentIds)).size;
  return `blocks that had payments were replaced: payments that are sent again: ${payments}, the first by message id ${first.position.messageId} of ${first.sender}`;
}

async function reopen(
  ctx: SettlingContext,
  { fence }: SettlementTurn,
  batch: PaymentBatch,
): Promise<void> {
  const { transactionId, paymentIds } = batch;
  const at = ctx.now();
  const reason = `the block that had it as ${transactionId} was replaced`;
  const isNow = await ctx.inTransaction(async (session) => {
    await ctx.settlements.change(fence, {}, session);
    if (!(await ctx.paymentBatches.reopen(batch, session))) return false;
    const changes = { state: 'prepared', transactionId: null, confirmedAt: null, reason } as const;
    const changed = await ctx.payments.change(paymentIds, ['confirmed'], changes, session);
    if (changed !== paymentIds.length)
      throw new Error(`batch ${batch.id} has payments that are not confirmed`);
    await ctx.books.post([reopenedEntry(batch, { at, transactionId })], session);
    if (!(await ctx.notices.isWanted('payment.sent', session))) return true;
    const reopened = await ctx.payments.listByIds(paymentIds, session);
    await ctx.notices.put(
      reopened.map((one) => noticeOfPayment('payment.sent', one, at)),
      session,
    );
    return true;
  });
  if (!isNow) return;
  ctx.log.error(
    { transactionId, payments: paymentIds.length },
    'the block of payments was replaced',
  );
}
