import { formatAccountAddress } from '../../../../sidecar/ledger/address';
import { formatHex, parseHex } from '../../../../sidecar/ledger/hex';
import { sendOne } from '../../../../sidecar/ledger/transactions/send-one/layout';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { orderPreparedEntry } from '../../payments/batch/payment-entries';
import type { TransferOrder } from '../../payments/orders/transfer-order';
import type { PaymentBatch } from '../../payments/payment';
import type { BookCheck, BookCheckContext } from './book-check';

const pageSize = 500;

/** Operators order few: each is read at one moment with its booking and its transaction. */
export const orderedTransfers: BookCheck = {
  name: 'orders',
  proves: 'every transfer that was ordered was taken out of its book, and is in bytes that make it',
  async run(ctx) {
    let checked = 0;
    for (let afterId = ''; ; ) {
      const page = await ctx.transferOrders.listAll(afterId, pageSize);
      for (const { id } of page) {
        const problem = await ctx.inTransaction((session) => problemOf(ctx, id, session));
        if (problem !== null) return { checked, problem };
        checked += 1;
      }
      const last = page.at(-1);
      if (!last) return { checked, problem: null };
      afterId = last.id;
    }
  },
};

async function problemOf(
  { books, paymentBatches, transferOrders }: BookCheckContext,
  id: string,
  session: DatabaseSession,
): Promise<string | null> {
  const order = await transferOrders.find(id, session);
  if (!order) return null;
  const batches = await paymentBatches.listOfOrder(id, session);
  const [booked] = await books.listByIds([`order:${id}`], session);
  const isTaken = booked !== undefined;
  const [out] = orderPreparedEntry(order, order.orderedAt).lines;
  const isBooked =
    booked?.lines.some(({ book, amount }) => book === out?.book && amount === out.amount) ?? false;
  if (batches.length > 1) return `order ${id} is in ${batches.length} transactions`;
  const [batch] = batches;
  if (!batch)
    return isTaken || order.state === 'prepared' || order.state === 'confirmed'
      ? `no transaction makes order ${id}`
      : null;
  if (!isBooked) return `order ${id} was not taken out of ${order.book}`;
  return isMadeBy(order, batch) ? null : `no transaction that is ${order.state} makes order ${id}`;
}

function isMadeBy(order: TransferOrder, { data, state, transactionId }: PaymentBatch): boolean {
  const { recipient, amount, message } = sendOne.decode(parseHex(data));
  const isOfState =
    order.state === 'prepared' ? state === 'prepared' || state === 'sent' : order.state === state;
  return (
    isOfState &&
    (order.state !== 'confirmed' || transactionId === order.transactionId) &&
    formatAccountAddress(recipient) === order.recipient &&
    amount === order.amount &&
    formatHex(message).toLowerCase() === order.message
  );
}
