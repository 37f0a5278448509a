import type { Amount } from '../../amount';
import { unclaimedPublisherId } from '../../identity/accounts/account';
import { partitionOf } from '../../market/events/event';
import { hourIdOf, hourOf } from '../../hour';
import { accountIdOf, type Book, earningsOf, supplyFeesOf, unclaimedOf } from '../books/book';
import type { JournalEntry, JournalLine } from '../books/journal-entry';
import type { LineOutcome, PeerReceipt } from './peer-receipt';
import type { ShownCase } from './shown-case.store';

/** A line with its booking, and the case that it is for; null: none of ours. */
export interface CreditedLine extends Pick<LineOutcome, 'eventId' | 'booked' | 'supplyFee'> {
  readonly shown: ShownCase | null;
}

type Booked = Pick<PeerReceipt, 'id' | 'peer' | 'transactionId' | 'reversals'>;

/** The pieces by which a receipt is booked: its parts, the boosts of their campaigns, and what these leave. */
export type ReceiptPiece = number | `boost-${number}` | 'rest';

const entryId = (receiptId: string, piece: ReceiptPiece, reversals: number): string =>
  piece === 'rest'
    ? `peer-receipt-rest:${receiptId}:${reversals}`
    : `peer-receipt:${receiptId}:${reversals}:${piece}`;

const takenBackEntryId = (receiptId: string, piece: ReceiptPiece, reversals: number): string =>
  piece === 'rest'
    ? `peer-receipt-rest-reversed:${receiptId}:${reversals}`
    : `peer-receipt-reversed:${receiptId}:${reversals}:${piece}`;

/** The ids of all entries that have booked a piece, or have taken it back: each time that the receipt was reversed it has others. */
export const entryIdsOfPiece = (
  { id, reversals }: Pick<PeerReceipt, 'id' | 'reversals'>,
  piece: ReceiptPiece,
): readonly string[] =>
  Array.from({ length: reversals + 1 }, (_, time) => [
    entryId(id, piece, time),
    takenBackEntryId(id, piece, time),
  ]).flat();

/** The partition of the advertiser of a server's campaigns. */
export function partitionOfCases(cases: ReadonlyMap<string, ShownCase>): number {
  const [first] = cases.values();
  return first === undefined ? 0 : partitionOf(first.advertiserId);
}

/**
 * Takes a piece back from who has the money by now.
 *
 * @param of.entry by which it was booked last
 * @param of.earners accounts that have taken over others, by those
 */
export function takenBackEntry(
  { id, reversals }: Pick<PeerReceipt, 'id' | 'reversals'>,
  of: {
    readonly piece: ReceiptPiece;
    readonly entry: JournalEntry;
    readonly earners: ReadonlyMap<string, string>;
    readonly at: Date;
  },
): JournalEntry {
  const { piece, entry, earners, at } = of;
  return {
    ...{ id: takenBackEntryId(id, piece, reversals), kind: 'reversal', at, memo: entry.memo },
    reverses: entry.id,
    lines: entry.lines.map(({ amount, ...line }) => ({
      ...{ ...line, book: bookNow(line.book, earners), amount: -amount },
    })),
  };
}

function bookNow(book: Book, earners: ReadonlyMap<string, string>): Book {
  const earner = earners.get(accountIdOf(book) ?? '');
  return earner === undefined ? book : earningsOf(earner);
}

/**
 * Books lines of a part, or their boosts: to the publishers of their cases, summed up by site, campaign and hour; what is for no case to the operator.
 *
 * @returns null where there was no money for any.
 */
export function partEntry(
  receipt: Booked,
  of: {
    readonly piece: ReceiptPiece;
    readonly lines: readonly CreditedLine[];
    readonly partition: number;
    readonly at: Date;
  },
): JournalEntry | null {
  const { piece, lines, partition, at } = of;
  const sum = (amountOf: (line: CreditedLine) => Amount, some = lines) =>
    some.reduce((total, line) => total + amountOf(line), 0n);
  const rest = lines.filter(({ shown }) => shown === null);
  const payees = Map.groupBy(
    lines.filter(({ shown }) => shown !== null),
    ({ shown }) => payeeOf(shown),
  );
  return entryOf(receipt, { id: entryId(receipt.id, piece, receipt.reversals), at }, [
    ['clearing:peers', -sum(({ booked }) => booked)],
    [supplyFeesOf(partition), sum(({ supplyFee }) => supplyFee)],
    ['peers:rest', sum(({ booked }) => booked, rest)],
    ...[...payees.values()].map((ones): BookLine => {
      const shown = ones[0]?.shown ?? null;
      const revenue = sum(({ booked, supplyFee }) => booked - supplyFee, ones);
      return [bookOfCase(shown, partition), revenue, aboutOf(shown)];
    }),
  ]);
}

/** The part of what lines leave that the receipt's server has allocated to newcomers. */
export function allocationOf({ told }: Pick<PeerReceipt, 'told'>, left: Amount): Amount {
  const allocation = told.meta?.allocation ?? 0n;
  return allocation < left ? allocation : left;
}

/** Books what no line has taken: what its server has allocated to newcomers, and the rest. null: there is none. */
export function restEntry(
  receipt: Booked & Pick<PeerReceipt, 'amount' | 'told' | 'booked'>,
  at: Date,
): JournalEntry | null {
  const left = receipt.amount - receipt.booked.amount;
  const allocation = allocationOf(receipt, left);
  return entryOf(receipt, { id: entryId(receipt.id, 'rest', receipt.reversals), at }, [
    ['clearing:peers', -left],
    ['peers:joining', allocation],
    ['peers:rest', left - allocation],
  ]);
}

/** Gives a whole receipt that nobody has explained to the operator. */
export function keptEntry(receipt: Booked & Pick<PeerReceipt, 'amount'>, at: Date): JournalEntry {
  const { amount } = receipt;
  const lines: readonly BookLine[] = [
    ['clearing:peers', -amount],
    ['peers:rest', amount],
  ];
  return toEntry(receipt, { id: entryId(receipt.id, 'rest', receipt.reversals), at }, lines);
}

type BookLine = readonly [Book, Amount, Omit<JournalLine, 'book' | 'amount'>?];

function entryOf(
  receipt: Booked,
  about: Pick<JournalEntry, 'id' | 'at'>,
  lines: readonly BookLine[],
): JournalEntry | null {
  const moved = lines.filter(([, amount]) => amount !== 0n);
  return moved.length === 0 ? null : toEntry(receipt, about, moved);
}

function toEntry(
  { peer, transactionId }: Booked,
  { id, at }: Pick<JournalEntry, 'id' | 'at'>,
  lines: readonly BookLine[],
): JournalEntry {
  return {
    ...{ id, kind: 'receipt', at, memo: `by ${peer}, transaction ${transactionId}` },
    lines: lines.map(([book, amount, about]) => ({ book, amount, ...about })),
  };
}

function payeeOf(shown: ShownCase | null): string {
  if (shown === null) return '';
  const { publisherId, siteId, campaignId, occurredAt } = shown;
  return [publisherId, siteId, campaignId, hourIdOf(occurredAt)].join(':');
}

function bookOfCase(shown: ShownCase | null, partition: number): Book {
  const publisherId = shown?.publisherId ?? unclaimedPublisherId;
  return publisherId === unclaimedPublisherId ? unclaimedOf(partition) : earningsOf(publisherId);
}

function aboutOf(shown: ShownCase | null): Omit<JournalLine, 'book' | 'amount'> {
  if (shown === null) return {};
  const { siteId, campaignId, occurredAt } = shown;
  return { siteId, campaignId, hour: hourOf(occurredAt) };
}
