import { formatAmount } from '../../../amount';
import { eachBatchOf } from '../../payments/batch/batches-of-state';
import type { PaymentBatchStore } from '../../payments/batch/payment-batch.store';
import type { KeptLogContext } from './kept-log.context';
import type { SentTotal } from './kept-log.store';

interface OtherTransfersContext extends Pick<KeptLogContext, 'config' | 'keptLog'> {
  readonly paymentBatches: PaymentBatchStore;
}

/**
 * Transfers since the first payment that are no payments, in words; null: none. The books do not answer for them.
 *
 * @param end a payment with a number before this one was stored before the batches are read
 */
export async function tellOfOthers(
  ctx: OtherTransfersContext,
  end: number,
): Promise<string | null> {
  const open = await ctx.paymentBatches.listOpen();
  const openNumbers = new Set(open.map(({ position }) => position.messageId));
  const confirmed = eachBatchOf(ctx, 'confirmed');
  let ours = await confirmed.next();
  const firstReturned = await eachBatchOf(ctx, 'returned').next();
  const numbers = [ours.value, firstReturned.value, open[0]].flatMap((batch) =>
    batch ? [batch.position.messageId] : [],
  );
  if (numbers.length === 0) return null;
  const others = { count: 0, amount: 0n, first: '' };
  for await (const sent of eachNumber(ctx, Math.min(...numbers))) {
    const { messageId, transactionId, amount } = sent;
    if (messageId >= end) break;
    while (ours.value && ours.value.position.messageId < messageId) ours = await confirmed.next();
    if (ours.value?.position.messageId === messageId || openNumbers.has(messageId)) continue;
    if (others.count === 0) others.first = transactionId;
    others.count += 1;
    others.amount += amount;
  }
  return others.count === 0
    ? null
    : `the account has sent ${formatAmount(others.amount)} by other means since the first payment (transactions: ${others.count}, the first ${others.first})`;
}

/** Yields the amount that was sent with each number of the chain: once, however many ids the log has for the number. */
async function* eachNumber(
  { keptLog, config }: OtherTransfersContext,
  fromNumber: number,
): AsyncGenerator<SentTotal, void> {
  let found: SentTotal | null = null;
  for await (const one of keptLog.streamSent(config.ledgerAddress, fromNumber)) {
    if (one.word === 'refused') continue;
    if (found && found.messageId !== one.messageId) {
      yield found;
      found = null;
    }
    // The last one counts, unless a closed block has another.
    if (found?.word !== 'closed') found = one;
  }
  if (found) yield found;
}
