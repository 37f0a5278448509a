import type { Amount } from '../../amount';
import { hourIdOf, hourOfId } from '../../hour';
import type { JournalLine } from './journal-entry';

/** A site's earnings by a clock hour that the operator reviews: no payment takes these meanwhile. */
export interface HeldEarnings {
  readonly siteId: string;
  readonly hour: Date;
  /** Unit: 10^-11 coins. It changes with what is booked of the hour later. */
  readonly amount: Amount;
  readonly heldAt: Date;
  /** Then it is paid, whatever the review says. */
  readonly until: Date;
  /** For the publisher, too. */
  readonly reason: string;
}

export type StoredHold = Omit<HeldEarnings, 'siteId' | 'hour'>;
/** By `heldKeyOf`. */
export type StoredHolds = Readonly<Record<string, StoredHold>>;

/** Names a site's hour in a balance, and in the payments that left it. */
export const heldKeyOf = (siteId: string, hour: Date): string => `${siteId}:${hourIdOf(hour)}`;

/** The site and the hour that a key names. */
export function placeOfKey(key: string): { readonly siteId: string; readonly hour: Date } {
  const [siteId = '', hour] = key.split(':');
  return { siteId, hour: hourOfId(Number(hour)) };
}

/** Those that are still held at a time, in the order of their hours. */
export function heldAtTime(holds: StoredHolds = {}, time: Date): readonly HeldEarnings[] {
  return Object.entries(holds)
    .map(([key, hold]) => ({ ...placeOfKey(key), ...hold }))
    .filter(({ until }) => until > time)
    .sort((one, other) => one.hour.getTime() - other.hour.getTime());
}

/** The field of a balance that a line changes, should its hour be held; null: it is of no site, or of an hour that runs. */
export function heldFieldOf({ book, siteId, hour }: JournalLine, at: Date): string | null {
  if (siteId === undefined || hour === undefined || !book.startsWith('earnings:')) return null;
  // Only hours that are over are held.
  return hourIdOf(at) > hourIdOf(hour) ? heldKeyOf(siteId, hour) : null;
}
