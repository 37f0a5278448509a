import type { PaymentBatch, PaymentState } from '../payment';
import type { PaymentContext } from '../payment.context';

type BatchContext = Pick<PaymentContext, 'config' | 'paymentBatches'>;

const pageSize = 100;

/** Batches of the server's account in a state, in the order of its chain. */
export async function* eachPageOfBatches(
  { paymentBatches, config }: BatchContext,
  state: PaymentState,
): AsyncGenerator<readonly PaymentBatch[], void> {
  const chain = { sender: config.ledgerAddress, state };
  for (let after: PaymentBatch | null = null; ; ) {
    const page: readonly PaymentBatch[] = await paymentBatches.listInChain(chain, after, pageSize);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last;
  }
}

export async function* eachBatchOf(
  ctx: BatchContext,
  state: PaymentState,
): AsyncGenerator<PaymentBatch, void> {
  for await (const page of eachPageOfBatches(ctx, state)) yield* page;
}
