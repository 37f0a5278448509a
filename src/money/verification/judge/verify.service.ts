import { partitions } from '../../../market/events/event';
import { logVerdicts } from './verdict-log';
import type { VerificationContext } from '../verification.context';
import { verifyConversionBatch } from './verify-conversions.service';
import { verifyEventBatch } from './verify-events.service';

/**
 * Verifies what is due of a partition, a batch after the other, until nothing is, or the signal.
 *
 * @returns how many events and conversions got a verdict.
 */
export async function verifyPartition(
  ctx: VerificationContext,
  partition: number,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0;
  for (const verifyBatch of [verifyEventBatch, verifyConversionBatch])
    for (let isFull = true; isFull && signal?.aborted !== true; ) {
      const batch = await verifyBatch(ctx, partition);
      logVerdicts(ctx.log, partition, batch.judged);
      count += batch.judged.length;
      ({ isFull } = batch);
    }
  return count;
}

/** Verifies what is due of all partitions. */
export async function verifyAllDue(ctx: VerificationContext): Promise<number> {
  let count = 0;
  for (const partition of partitions) count += await verifyPartition(ctx, partition);
  return count;
}
