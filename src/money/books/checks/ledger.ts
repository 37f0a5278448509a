import { type Amount, formatAmount } from '../../../amount';
import type { SentEntry } from '../../../platform/ledger/ledger-client';
import type { BookCheck, BookCheckContext } from './book-check';
import type { PaymentBatch } from '../../payments/payment';

const pageSize = 100;
/** The node's clock may be behind the wallet's. */
const marginMs = 10_000;

/** Goes by transactions, and by what the account's log has of each. */
export const ledgerLog: BookCheck = {
  name: 'ledger',
  proves:
    'every confirmed payment is in the log of the account that pays, to its address and with its amount',
  async run(ctx) {
    if (ctx.ledger === null) return { checked: 0, problem: null };
    let checked = 0;
    for (let afterId: string | null = null; ; ) {
      const page: readonly PaymentBatch[] = await ctx.paymentBatches.listConfirmed(
        afterId,
        pageSize,
      );
      for (const batch of page) {
        const problem = await problemOfBatch(ctx, batch);
        if (problem !== null) return { checked, problem };
        checked += batch.paymentIds.length;
      }
      const last = page.at(-1);
      if (!last) return { checked, problem: null };
      afterId = last.id;
    }
  },
};

async function problemOfBatch(
  { ledger, payments }: BookCheckContext,
  { id, position, time, transactionId, paymentIds }: PaymentBatch,
): Promise<string | null> {
  const sent = (await ledger?.listSent(new Date(time.getTime() - marginMs))) ?? [];
  const entries = sent.filter((entry) => entry.transactionId === transactionId);
  if (entries.some(({ messageId }) => messageId !== position.messageId))
    return `transaction ${transactionId} of payments ${id} has another number in the log of the account`;
  const paid = sumOf(entries);
  for (const payment of await payments.listByIds(paymentIds)) {
    const { address, amount } = payment;
    if (paid.get(address) !== amount)
      return `payment ${payment.id} of ${formatAmount(amount)} is not in transaction ${transactionId}: that has ${formatAmount(paid.get(address) ?? 0n)} for ${address}`;
    paid.delete(address);
  }
  const [other] = paid.keys();
  return other === undefined ? null : `transaction ${transactionId} pays ${other}, no payment does`;
}

function sumOf(entries: readonly SentEntry[]): Map<string, Amount> {
  const sums = new Map<string, Amount>();
  for (const { address, amount } of entries)
    if (address !== null)
      sums.set(address, (sums.get(address) ?? 0n) + (amount < 0n ? -amount : amount));
  return sums;
}
