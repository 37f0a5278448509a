import { dayMs } from '../../time';
import type { VerifiedEvent } from '../verification/verified-event';

/** How far another server has paid for an event of its creative. `unpaid`: so late hardly anybody pays. */
type PeerPayment = 'awaiting' | 'paid' | 'unpaid';

const awaitedForMs = 30 * dayMs;

/**
 * Tells how far another server has paid for an event. Coins that come later still are booked all the same.
 *
 * @returns null where nothing is awaited: for an event of a creative of ours, without a verdict or refused, and for a click, whose
 * coins come with its view
 * @see docs/verification.md
 */
export function peerPaymentOf(
  {
    kind,
    demandServer,
    occurredAt,
    verdict,
  }: Pick<VerifiedEvent, 'kind' | 'demandServer' | 'occurredAt' | 'verdict'>,
  now: Date,
): PeerPayment | null {
  if (demandServer === undefined || verdict === null) return null;
  if (verdict.revenue + verdict.supplyFee > 0n) return 'paid';
  if (kind === 'click' || verdict.status === 'rejected') return null;
  return now.getTime() - occurredAt.getTime() < awaitedForMs ? 'awaiting' : 'unpaid';
}
