import { bookNewDeposits } from '../../../src/money/deposits/book-new-deposits.service';
import type { PaymentBatch } from '../../../src/money/payments/payment';
import { settleToTheEnd } from './earners';
import type { PayingWorld } from './paying-world';

/** Nothing may be stuck for longer once the node is well. */
const longestStuckSeconds = 10 * 60;

/**
 * Takes turns of a gateway that is well, each with a block, until nothing waits, and no longer than anything may.
 *
 * @returns words on each that waits still
 */
export async function settleUntilDone(
  world: PayingWorld,
  listWaiting: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const { clock } = world.ledger;
  const until = clock.seconds + longestStuckSeconds;
  let waiting = await listWaiting();
  while (waiting.length > 0 && clock.seconds < until) {
    await settleToTheEnd(world, 1);
    await bookNewDeposits(world.ctx, new AbortController().signal);
    waiting = await listWaiting();
  }
  return waiting;
}

export function textOfBatch({ id, state, position, problem, undecided }: PaymentBatch): string {
  return `batch ${id} of message id ${position.messageId} is ${state}: ${undecided?.reason ?? problem}`;
}
