import type { Logger } from 'pino';
import { formatAmount } from '../../../amount';
import { partitions } from '../../../market/events/event';
import type { VerificationContext } from '../verification.context';
import type { JudgedConversion } from './conversion-judge';
import type { Judgement } from './judge';
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

/** Tells at the level debug what was decided on events and conversions, and what they cost: USD, and coins of the charge. */
function logVerdicts(
  log: Logger,
  partition: number,
  judged: readonly (Judgement | JudgedConversion)[],
): void {
  if (!log.isLevelEnabled('debug')) return;
  for (const one of judged) {
    const [kind, { id, campaignId }] =
      'event' in one ? [one.event.kind, one.event] : ['conversion', one.conversion];
    const { status, reason, price, charge } = one;
    log.debug(
      {
        ...{ partition, kind, id, campaignId, status, reason },
        ...{ price: formatAmount(price), charge: formatAmount(charge) },
      },
      'a verdict was given',
    );
  }
}
