import { type Amount, maxAmount } from '../../amount';
import { minuteMs } from '../../time';
import { type Book, isBook } from './book';

/** The purposes of a journal entry. */
export const entryKinds = [
  'deposit',
  'withdrawal',
  'transfer',
  'charge',
  'conversion',
  'reversal',
  'payment',
  'receipt',
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** The gain or loss of one book by an entry. */
export interface JournalLine {
  readonly book: Book;
  /** Unit: 10^-11 coins; below 0: the book loses it. Never 0. */
  readonly amount: Amount;
  /** The site that was charged for, absent where there is none; the same for the campaign. */
  readonly siteId?: string;
  readonly campaignId?: string;
  /** Start of the clock hour that the charged events belong to. */
  readonly hour?: Date;
}

/** One booking: it is never changed, and never taken back but by another one. */
export interface JournalEntry {
  /** Made of what is booked, so that booking it again does nothing. At most 120 characters. */
  readonly id: string;
  readonly kind: EntryKind;
  /** When it was booked. */
  readonly at: Date;
  /** They sum to 0. */
  readonly lines: readonly JournalLine[];
  /** For people; null: nothing to say. */
  readonly memo: string | null;
  /**
   * The entry of which it takes something back: of both together `adgate books check` wants what the verdicts say that
   * name the first one. Absent: of none.
   */
  readonly reverses?: string;
}

/** Time after which all entries of a moment are stored: booking takes less, and clocks of gateways differ by less. */
export const settledAfterMs = 5 * minuteMs;

const maxIdLength = 120;

/** @throws {Error} for an entry that must not be stored: its lines do not sum to 0, or one of them is none. */
export function assertBalanced({ id, lines }: JournalEntry): void {
  if (id === '' || id.length > maxIdLength)
    throw new Error(`the id of a journal entry must have 1 to ${maxIdLength} characters: ${id}`);
  if (lines.length < 2) throw new Error(`journal entry ${id} must have two lines or more`);
  for (const { book, amount } of lines) {
    if (!isBook(book)) throw new Error(`journal entry ${id} names no book: ${String(book)}`);
    if (amount === 0n || amount > maxAmount || amount < -maxAmount)
      throw new Error(`journal entry ${id} moves ${amount} units: no amount of a line`);
  }
  const sum = lines.reduce((total, { amount }) => total + amount, 0n);
  if (sum !== 0n) throw new Error(`the lines of journal entry ${id} sum to ${sum}, not to 0`);
}
