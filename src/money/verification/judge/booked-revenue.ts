import type { Verdict } from '../verdict';

/** The booked money of an event or a conversion, and its publishers. */
export interface BookedRevenue extends Pick<Verdict, 'price' | 'revenue' | 'judgedAt'> {
  readonly publisherIds: readonly string[];
  /** The site of each of them. */
  readonly siteIds: readonly string[];
}

/** Tells when the last payment was prepared that may be of what a publisher has earned by a site in an hour; null: none was. */
export type LatestPayment = (publisherId: string, siteId: string) => Date | null;

/** Clocks of gateways may differ by so much: a payment may have been prepared after a booking that seems later. */
const marginMs = 5 * 60 * 1000;

/**
 * Says that a payment that includes a booking may have been prepared. A payment takes all that its hours had earned
 * when it was prepared.
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
