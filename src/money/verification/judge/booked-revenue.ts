import type { Verdict } from '../verdict';
import { minuteMs } from '../../../time';

/** The booked money of an event or a conversion, with the publishers who earned it. */
export interface BookedRevenue extends Pick<Verdict, 'price' | 'revenue' | 'judgedAt'> {
  readonly publisherIds: readonly string[];
  /** The site of each publisher, in the same order. */
  readonly siteIds: readonly string[];
}

/**
 * Tells when the latest payment was prepared that may include what a publisher has earned by a site in an
 * hour; null: no such payment was prepared.
 */
export type LatestPayment = (publisherId: string, siteId: string) => Date | null;

/** Clocks of gateways may differ by this much: a booking that seems later than a payment may have been earlier. */
const marginMs = 5 * minuteMs;

/**
 * Says that a payment may include the booking. A payment takes all that its hours had earned when the payment was
 * prepared.
 */
export function isPaid(
  latestPayment: LatestPayment,
  { publisherIds, siteIds, revenue, judgedAt }: Omit<BookedRevenue, 'price'>,
): boolean {
  if (revenue === 0n) return false;
  return publisherIds.some((id, at) => {
    const latest = latestPayment(id, siteIds[at] ?? '');
    return latest !== null && latest.getTime() + marginMs >= judgedAt.getTime();
  });
}
