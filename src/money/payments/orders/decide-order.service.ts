import type { DatabaseSession } from '../../../platform/database/transaction';
import { orderReturnedEntry } from '../batch/payment-entries';
import type { PaymentBatch } from '../payment';
import type { SettlingContext } from '../payment.context';

interface Within {
  readonly session: DatabaseSession;
}

/** Ends the order of a transaction that the ledger has in a closed block. */
export async function confirmOrder(
  ctx: SettlingContext,
  { id, orderId }: PaymentBatch,
  { transactionId, session }: Within & { readonly transactionId: string },
): Promise<void> {
  if (orderId === null) return;
  const endedAt = ctx.now();
  const changes = { state: 'confirmed', endedAt, transactionId, reason: null } as const;
  if (!(await ctx.transferOrders.change(orderId, 'prepared', changes, session)))
    throw new Error(`batch ${id} is of an order that was decided on before`);
}

/** Puts the order on its way again: the block that had its transaction was replaced. */
export async function reopenOrder(
  ctx: SettlingContext,
  { id, orderId }: PaymentBatch,
  { reason, session }: Within & { readonly reason: string },
): Promise<void> {
  if (orderId === null) return;
  const changes = { state: 'prepared', endedAt: null, transactionId: null, reason } as const;
  if (!(await ctx.transferOrders.change(orderId, 'confirmed', changes, session)))
    throw new Error(`batch ${id} is of an order that is not confirmed`);
}

/** Returns the order of a transaction that the ledger can never take any more. Nobody sends it again by itself. */
export async function returnOrder(
  ctx: SettlingContext,
  { orderId }: PaymentBatch,
  { reason, session }: Within & { readonly reason: string },
): Promise<void> {
  const order = orderId === null ? null : await ctx.transferOrders.find(orderId, session);
  if (order?.state !== 'prepared') return;
  const endedAt = ctx.now();
  const changes = { state: 'returned', endedAt, reason } as const;
  await ctx.transferOrders.change(order.id, 'prepared', changes, session);
  await ctx.books.post([orderReturnedEntry(order, endedAt)], session);
}
