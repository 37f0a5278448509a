import type { ClosedTransaction } from '../../../platform/ledger/closed-transaction';
import { isReplaced, mostLooks, youngSince } from '../../../platform/ledger/replaced-block';
import type { PaymentBatch } from '../payment';
import type { SettlingContext } from '../payment.context';
import { isOf } from './weigh-slot';

/**
 * Young batches that a closed block had, and how the ledger has them now: true where that block was replaced.
 *
 * @param lookedAt when they were looked at last; null: never
 * @throws {LedgerFailure} when the ledger cannot be asked.
 */
export async function* eachYoung(
  { config, ledger, now, paymentBatches }: SettlingContext,
  lookedAt: Date | null,
): AsyncGenerator<readonly [batch: PaymentBatch, isReplaced: boolean], void> {
  const young = { since: youngSince(lookedAt, now()), limit: mostLooks };
  for (const batch of await paymentBatches.listConfirmedSince(config.ledgerAddress, young)) {
    const { transactionId, proof } = batch;
    if (transactionId === null || proof === null) continue;
    const proven = { transactionId, block: proof.block };
    const isSame = (closed: ClosedTransaction) => isOf(closed, batch);
    yield [batch, await isReplaced(ledger, { ...proven, isSame })];
  }
}
