import { LedgerFailure } from '../../../platform/ledger/ledger-failure';
import { lookAgainMs } from '../../../platform/ledger/replaced-block';
import { eachYoung } from '../chain/replaced-blocks.service';
import type { PaymentBatch } from '../payment';
import type { SettlingContext } from '../payment.context';
import type { SettlementTurn } from '../settlement-turn';
import { countPaidToPeers } from '../../remittances/peer-figures.service';
import { reopenOrder } from '../orders/decide-order.service';
import { countPurposes } from './count-purposes';
import { reopenedEntry } from './payment-entries';
import { noticeOfPayment } from './payment-notice';

/**
 * Puts payments on their way again whose block was replaced: once a minute it is asked. The ledger decides on them anew;
 * the same bytes are sent again where its chain is back before them. A node that does not answer for one of up to 500 holds up no
 * other payment: the next turn looks again.
 */
export async function reopenReplaced(ctx: SettlingContext, turn: SettlementTurn): Promise<void> {
  const now = ctx.now();
  const { confirmedLookedAt: last, replacedPayments: told } = turn.settlement;
  if (last !== null && Math.abs(now.getTime() - last.getTime()) < lookAgainMs) return;
  try {
    for await (const [batch, isReplaced] of eachYoung(ctx, last)) {
      turn.signal.throwIfAborted();
      if (isReplaced) await reopen(ctx, turn, batch);
    }
  } catch (error) {
    if (!(error instanceof LedgerFailure)) throw error;
    ctx.log.warn({ err: error }, 'confirmed payments were not all looked at again');
    return;
  }
  const text = textOf(await ctx.paymentBatches.listOpen());
  const replacedPayments = text === null ? null : { text, since: told?.since ?? now };
  await turn.write({ confirmedLookedAt: now, replacedPayments });
}

/** Names the payments that are sent again; null: none is. */
function textOf(open: readonly PaymentBatch[]): string | null {
  const again = open.filter(({ replacements, state }) => replacements > 0 && state === 'sent');
  const [first] = again;
  if (!first) return null;
  return `blocks that had payments were replaced: payments that are sent again: ${countPurposes(again)}, the first by message id ${first.position.messageId} of ${first.sender}`;
}

async function reopen(
  ctx: SettlingContext,
  turn: SettlementTurn,
  batch: PaymentBatch,
): Promise<void> {
  const { transactionId, paymentIds } = batch;
  const at = ctx.now();
  const reason = `the block that had it as ${transactionId} was replaced`;
  const isNow = await turn.write({}, async (session) => {
    if (!(await ctx.paymentBatches.reopen(batch, session))) return false;
    const changes = { state: 'prepared', transactionId: null, confirmedAt: null, reason } as const;
    const changed = await ctx.payments.change(paymentIds, ['confirmed'], changes, session);
    if (changed !== paymentIds.length)
      throw new Error(`batch ${batch.id} has payments that are not confirmed`);
    await reopenOrder(ctx, batch, { reason, session });
    await ctx.books.post([reopenedEntry(batch, { at, transactionId })], session);
    await countPaidToPeers(ctx, paymentIds, { session, sign: -1n });
    if (!(await ctx.notices.isWanted('payment.sent', session))) return true;
    const reopened = await ctx.payments.listByIds(paymentIds, session);
    await ctx.notices.put(
      reopened.map((one) => noticeOfPayment('payment.sent', one, at)),
      session,
    );
    return true;
  });
  if (isNow !== true) return;
  ctx.log.error(
    { transactionId, kind: batch.kind, payments: paymentIds.length },
    'the block of a transaction was replaced',
  );
}
