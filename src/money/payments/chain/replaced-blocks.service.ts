import type { ClosedTransaction } from '../../../platform/ledger/closed-transaction';
import {
  isReplaced,
  mostLooks,
  thoseToLookAt,
  youngSince,
} from '../../../platform/ledger/replaced-block';
import type { PaymentBatch } from '../payment';
import type { SettlingContext } from '../payment.context';
import { isOf } from './weigh-slot';

/**
 * Young batches that a closed block had and whose turn it is, and how the ledger has them now: true where that block was replaced.
 *
 * @param lookedAt when they were looked at last; null: never
 * @throws {LedgerFailure} when the ledger cannot be asked.
 */
export async function* eachYoung(
  { config, ledger, now, paymentBatches }: SettlingContext,
  lookedAt: Date | null,
): AsyncGenerator<readonly [batch: PaymentBatch, isReplaced: boolean], void> {
  const time = now();
  const of = { since: youngSince(lookedAt, time), limit: mostLooks };
  const young = await paymentBatches.listConfirmedSince(config.ledgerAddress, of);
  const turn = { lookedAt, now: time };
  for (const batch of thoseToLookAt(young, ({ position }) => position.messageId, turn)) {
    const { transactionId, proof } = batch;
    if (transactionId === null || proof === null) continue;
    const proven = { transactionId, block: proof.block };
    const isSame = (closed: ClosedTransaction) => isOf(closed, batch);
    yield [batch, await isReplaced(ledger, { ...proven, isSame })];
  }
}
