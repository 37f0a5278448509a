import { isSamePosition, type PaymentBatch } from '../payment';
import type { Chain } from '../chain/chain.service';
import type { SettlingContext } from '../payment.context';
import type { SettlementTurn } from '../settlement-turn';

/** So long what was refused lets others go first. */
const asideMs = 10 * 60_000;

/**
 * Lets payments take the place of a transaction that makes none, as it cannot be sent. Its bytes may have been sent: the
 * ledger takes one of all that are signed for a place.
 */
export async function standAside(
  ctx: SettlingContext,
  turn: SettlementTurn,
  { batch, problem }: { readonly batch: PaymentBatch; readonly problem: string },
): Promise<void> {
  const { id, kind, orderId } = batch;
  ctx.log.warn({ batch: id, kind, problem }, 'a transaction was not taken: payments go before it');
  const changes = { isAbandoned: true, asideSince: ctx.now(), problem } as const;
  await turn.write({}, async (session) => {
    await ctx.paymentBatches.change(id, changes, session);
    if (orderId !== null)
      await ctx.transferOrders.change(orderId, 'prepared', { reason: problem }, session);
  });
}

export function isAsideStill({ asideSince }: PaymentBatch, now: Date): boolean {
  if (asideSince === null) return false;
  const waitedMs = now.getTime() - asideSince.getTime();
  // Below zero: the clock was ahead when it was refused.
  return waitedMs >= 0 && waitedMs < asideMs;
}

/** Lets the same bytes be sent again. */
export async function sendAgainFromAside(
  ctx: SettlingContext,
  turn: SettlementTurn,
  { id }: PaymentBatch,
): Promise<void> {
  await turn.write({}, async (session) => {
    await ctx.paymentBatches.change(id, { isAbandoned: false, asideSince: null }, session);
  });
}

/**
 * Lets an ordered transfer be sent again that has stood aside long enough, while its place in the chain is free.
 *
 * @returns false where there is none.
 */
export async function retryOrder(
  ctx: SettlingContext,
  turn: SettlementTurn,
  { payer, open }: Chain,
): Promise<boolean> {
  const now = ctx.now();
  const found = open.find(
    (batch) =>
      batch.kind === 'message' &&
      isSamePosition(batch.position, payer) &&
      !isAsideStill(batch, now),
  );
  if (found) await sendAgainFromAside(ctx, turn, found);
  return found !== undefined;
}
