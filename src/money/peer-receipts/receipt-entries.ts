import type { Amount } from '../../amount';
import { unclaimedPublisherId } from '../../identity/accounts/account';
import { hourIdOf, hourOf } from '../amounts/hour';
import { type Book, earningsOf, supplyFeesOf, unclaimedOf } from '../books/book';
import type { JournalEntry, JournalLine } from '../books/journal-entry';
import type { LineOutcome, PeerReceipt } from './peer-receipt';
import type { ShownCase } from './shown-case.store';

/** A line with its booking, and the case that it is for; null: none of ours. */
export interface CreditedLine extends LineOutcome {
  readonly shown: ShownCase | null;
}

type Booked = Pick<PeerReceipt, 'id' | 'peer' | 'transactionId' | 'reversals'>;

const partEntryId = ({ id, reversals }: Booked, part: number): string =>
  `peer-receipt:${id}:${reversals}:${part}`;

const restEntryId = ({ id, reversals }: Booked): string => `peer-receipt-rest:${id}:${reversals}`;

/** The ids of all entries that divide a receipt, as it stands. */
export const entryIdsOfReceipt = (receipt: Booked, parts: number): readonly string[] => [
  ...Array.from({ length: parts }, (_, part) => partEntryId(receipt, part)),
  restEntryId(receipt),
];

/**
 * Books the lines of a part: to the publishers of their cases, summed up by site, campaign and hour; what is for no case to the operator.
 *
 * @returns null where there was no money for any.
 */
export function partEntry(
  receipt: Booked,
  of: {
    readonly part: number;
    readonly lines: readonly CreditedLine[];
    readonly partition: number;
    readonly at: Date;
  },
): JournalEntry | null {
  const { part, lines, partition, at } = of;
  const sum = (amountOf: (line: CreditedLine) => Amount, some = lines) =>
    some.reduce((total, line) => total + amountOf(line), 0n);
  const rest = lines.filter(({ shown }) => shown === null);
  const payees = Map.groupBy(
    lines.filter(({ shown }) => shown !== null),
    ({ shown }) => payeeOf(shown),
  );
  return entryOf(receipt, { id: partEntryId(receipt, part), at }, [
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

/** Books what no line has taken: what its server has allocated to newcomers, and the rest. null: there is none. */
export function restEntry(
  receipt: Booked & Pick<PeerReceipt, 'amount' | 'told' | 'booked'>,
  at: Date,
): JournalEntry | null {
  const left = receipt.amount - receipt.booked.amount;
  const told = receipt.told.meta?.allocation ?? 0n;
  const allocation = told < left ? told : left;
  return entryOf(receipt, { id: restEntryId(receipt), at }, [
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
  return toEntry(receipt, { id: restEntryId(receipt), at }, lines);
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
