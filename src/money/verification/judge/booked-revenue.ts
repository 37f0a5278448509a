import type { Verdict } from '../verdict';

/** The booked money of an event or a conversion, and its publishers. */
export interface BookedRevenue extends Pick<Verdict, 'price' | 'revenue' | 'judgedAt'> {
  readonly publisherIds: readonly string[];
}

/** Clocks of gateways may differ by so much: a payment may have been prepared after a booking that seems later. */
const marginMs = 5 * 60 * 1000;

/**
 * Says that a payment that includes a booking may have been prepared. A payment takes all that its hours had earned
 * when it was prepared.
 */
export function isPaid(
  preparedAt: ReadonlyMap<string, Date>,
  { publisherIds, revenue, judgedAt }: Omit<BookedRevenue, 'price'>,
): boolean {
  if (revenue === 0n) return false;
  return publisherIds.some((id) => {
    const latest = preparedAt.get(id);
    return latest !== undefined && latest.getTime() + marginMs >= judgedAt.getTime();
  });
}
