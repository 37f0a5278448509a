import type { DatabaseSession } from '../../../platform/database/transaction';
import type { MessageTransfer } from '../../../platform/ledger/ledger-client';
import type { PaymentContext } from '../payment.context';
import type { TransferOrder } from './transfer-order';

/**
 * Orders a transfer that says something: the settler takes it up with its next turn, unless it is paused. It is made
 * once, or never; a second order of its id changes nothing.
 *
 * @param session of the transaction that says why it is ordered
 */
export async function orderTransfer(
  ctx: Pick<PaymentContext, 'transferOrders' | 'now'>,
  { id, address, amount, message, book }: MessageTransfer & Pick<TransferOrder, 'id' | 'book'>,
  session: DatabaseSession,
): Promise<TransferOrder> {
  const order: TransferOrder = {
    ...{ id, recipient: address, amount, message, book },
    ...{ state: 'waiting', orderedAt: ctx.now(), endedAt: null },
    ...{ transactionId: null, reason: null },
  };
  await ctx.transferOrders.insert(order, session);
  return order;
}
