import { type Amount, formatAmount, maxAmount } from '../../../amount';
import {
  allocationOf,
  entryIdsOfPiece,
  partEntry,
  partitionOfCases,
  type ReceiptPiece,
} from '../../peer-receipts/receipt-entries';
import type { LineOutcome, PeerReceipt, ReceiptPart } from '../../peer-receipts/peer-receipt';
import type { DatabaseSession } from '../../../platform/database/transaction';
import type { Book } from '../book';
import type { JournalEntry } from '../journal-entry';
import type { BookCheck, BookCheckContext } from './book-check';

const pageSize = 100;
const booksOfRest: ReadonlySet<Book> = new Set(['clearing:peers', 'peers:rest', 'peers:joining']);

/** Reads each receipt in one transaction with its lines and its entries, then its parts one after another with the publishers of their cases. */
export const peerReceipts: BookCheck = {
  name: 'receipts',
  proves:
    'of what another server has paid, every line that was told is booked once, for the publisher of its case or for the operator, what no block has is taken back, and nothing else is booked by receipts',
  async run(ctx) {
    // Counted first: receipts may name entries that are booked meanwhile, but never fewer than these.
    const before = await ctx.books.countWithPrefix('peer-receipt');
    let checked = 0;
    let named = 0;
    for (let afterId: string | null = null; ; ) {
      const page: readonly PeerReceipt[] = await ctx.peerReceipts.listAll(
        { peer: null, state: null },
        { first: pageSize, afterId },
      );
      for (const { id } of page) {
        const found = await ctx.inTransaction((session) => lookAt(ctx, id, session));
        const problem = found.problem ?? (await problemOfPayees(ctx, id, found.parts));
        if (problem !== null) return { checked, problem };
        checked += 1;
        named += found.entries;
      }
      afterId = page.at(-1)?.id ?? null;
      if (page.length < pageSize) break;
    }
    const isNamed = named >= before;
    return {
      checked,
      problem: isNamed ? null : `${before} entries of receipts are booked, receipts name ${named}`,
    };
  },
};

interface LookedAt {
  readonly entries: number;
  /** Parts that are booked. */
  readonly parts: number;
  readonly problem: string | null;
}

async function lookAt(
  ctx: BookCheckContext,
  id: string,
  session: DatabaseSession,
): Promise<LookedAt> {
  const receipt = await ctx.peerReceipts.find(id, session);
  if (receipt === null) return { entries: 0, parts: 0, problem: null };
  const { parts } = receipt.booked;
  const ofTransfer = await problemOfTransfer(ctx, receipt, session);
  if (ofTransfer !== null) return { entries: 0, parts, problem: ofTransfer };
  let entries = 0;
  let sums = nothingSummed;
  for (let part = 0; part < receipt.told.parts; part += 1) {
    // One after the other: a transaction has one connection.
    const lines = await listPiece(ctx, { receipt, piece: part }, session);
    const boosts = await listPiece(ctx, { receipt, piece: `boost-${part}` }, session);
    // Lines that are old are removed: what is booked of them is compared as a whole.
    const stored =
      receipt.removal === null ? await ctx.peerReceipts.findPart(id, part, session) : null;
    entries += lines.length + boosts.length;
    sums = withPart(sums, { lines, boosts, stored });
    const problem = problemOfPart({ receipt, part, lines, boosts, stored });
    if (problem !== null) return { entries, parts, problem };
  }
  const rest = await listPiece(ctx, { receipt, piece: 'rest' }, session);
  entries += rest.length;
  return { entries, parts, problem: problemOfSums(receipt, { sums, rest }) };
}

/** Sums over the parts of a receipt. */
interface Sums {
  /** Taken out of `clearing:peers` by the entries. */
  readonly out: Amount;
  /** Booked for cases by the entries, fees included. */
  readonly credited: Amount;
  /** The share of boosts in `out`. */
  readonly boost: Amount;
  /** Number of the lines that are stored. */
  readonly lines: number;
  /** Value of the lines that are stored. */
  readonly told: Amount;
}

const nothingSummed: Sums = { out: 0n, credited: 0n, boost: 0n, lines: 0, told: 0n };

interface BookedPart {
  readonly lines: readonly JournalEntry[];
  readonly boosts: readonly JournalEntry[];
  /** null: the part is removed, or gone. */
  readonly stored: ReceiptPart | null;
}

function withPart(sums: Sums, { lines, boosts, stored }: BookedPart): Sums {
  const booked = [...lines, ...boosts];
  const values = stored?.lines ?? [];
  return {
    out: sums.out - sumIn(booked, isClearing),
    credited: sums.credited + sumIn(booked, isForCases),
    boost: sums.boost - sumIn(boosts, isClearing),
    lines: sums.lines + values.length,
    told: values.reduce((sum, { value }) => sum + value, sums.told),
  };
}

/** Compares the figures of a receipt with its lines and entries, and the books of what its lines leave with what its server and operators want. */
function problemOfSums(
  { id, state, told, booked, removal }: PeerReceipt,
  { sums, rest }: { readonly sums: Sums; readonly rest: readonly JournalEntry[] },
): string | null {
  if (rest.some(({ lines }) => lines.some(({ book }) => !booksOfRest.has(book))))
    return `what the lines of receipt ${id} leave is not the operator’s`;
  const left = -sumIn(rest, isClearing);
  const allocation = state === 'booked' ? allocationOf({ told }, left) : 0n;
  if (sumIn(rest, (book) => book === 'peers:joining') !== allocation)
    return `receipt ${id} has ${formatAmount(allocation)} for newcomers, its entries have another sum in peers:joining`;
  // An assigned receipt is a deposit again.
  const expected = state === 'assigned' ? 0n : booked.amount;
  const toldSum = sums.told < maxAmount ? sums.told : maxAmount;
  for (const [are, figure, sum] of [
    ['are booked', expected, sums.out + left],
    ['are credited', booked.credited, sums.credited],
    ['are boosts', booked.boost, sums.boost],
    ['are told', removal === null ? told.sum : toldSum, toldSum],
  ] as const)
    if (figure !== sum)
      return `receipt ${id} says that ${formatAmount(figure)} ${are}, its ${are === 'are told' ? 'lines' : 'entries'} come to ${formatAmount(sum)}`;
  return removal === null && told.lines !== sums.lines
    ? `receipt ${id} says that it has ${told.lines} lines, its parts have ${sums.lines}`
    : null;
}

/** Compares a receipt with its deposit: it has the same amount, and once it is booked all of that is. */
async function problemOfTransfer(
  { deposits }: BookCheckContext,
  { id, depositId, transactionId, amount, state, isReversed, booked }: PeerReceipt,
  session: DatabaseSession,
): Promise<string | null> {
  const deposit = await deposits.findById(depositId, session);
  if (deposit?.transactionId !== transactionId || deposit.amount !== amount)
    return `receipt ${id} is not what its deposit ${depositId} is`;
  const isWhole = state === 'booked' || state === 'kept';
  return isWhole && !isReversed && booked.amount !== amount
    ? `receipt ${id} is ${state}, but not all of it is booked`
    : null;
}

const listPiece = (
  { books }: BookCheckContext,
  { receipt, piece }: { readonly receipt: PeerReceipt; readonly piece: ReceiptPiece },
  session: DatabaseSession,
) => books.listByIds(entryIdsOfPiece(receipt, piece), session);

/** Compares the entries of a part with its outcomes. Those of a part that is not booked, or is taken back, come to nothing. */
function problemOfPart({
  receipt,
  part,
  lines,
  boosts,
  stored,
}: BookedPart & { readonly receipt: PeerReceipt; readonly part: number }): string | null {
  const { id, booked, removal } = receipt;
  if (removal !== null) return null;
  const outcomes = part < booked.parts ? (stored?.outcomes ?? null) : [];
  if (outcomes === null) return `part ${part} of receipt ${id} is booked, but not stored`;
  if (!isBookedAs(lines, outcomes))
    return `part ${part} of receipt ${id} is not booked as its lines are`;
  const shares = part < booked.boostedParts ? outcomes.map(toShare) : [];
  return isBookedAs(boosts, shares)
    ? null
    : `boosts of part ${part} of receipt ${id} are not booked as its lines say`;
}

type Outcome = Pick<LineOutcome, 'eventId' | 'booked' | 'supplyFee'>;

const toShare = ({ eventId, boost, boostFee }: LineOutcome): Outcome => ({
  ...{ eventId, booked: boost, supplyFee: boostFee },
});

/** Compares the entries of each part with its cases, each part in a transaction of its own: parts have many events. */
async function problemOfPayees(
  ctx: BookCheckContext,
  id: string,
  parts: number,
): Promise<string | null> {
  for (let part = 0; part < parts; part += 1)
    if (!(await ctx.inTransaction((session) => isPartBookedTo(ctx, { id, part }, session))))
      return `part ${part} of receipt ${id} is not booked to the publishers of its cases`;
  return null;
}

/** Says that a part is booked to the publishers of its cases. True also of a part that is not booked by now, or not kept any more. */
async function isPartBookedTo(
  ctx: BookCheckContext,
  { id, part }: { readonly id: string; readonly part: number },
  session: DatabaseSession,
): Promise<boolean> {
  const receipt = await ctx.peerReceipts.find(id, session);
  if (receipt === null || receipt.removal !== null || part >= receipt.booked.parts) return true;
  const stored = await ctx.peerReceipts.findPart(id, part, session);
  if (!stored?.outcomes) return true;
  const { lines: told, outcomes } = stored;
  const shares = part < receipt.booked.boostedParts ? outcomes.map(toShare) : [];
  return (
    (await isBookedTo(ctx, { receipt, piece: part, outcomes, told }, session)) &&
    isBookedTo(ctx, { receipt, piece: `boost-${part}`, outcomes: shares, told }, session)
  );
}

function isBookedAs(entries: readonly JournalEntry[], outcomes: readonly Outcome[]): boolean {
  const sum = (amountOf: (one: Outcome) => Amount) =>
    outcomes.reduce((total, one) => total + amountOf(one), 0n);
  const shown = sum((one) => (one.eventId ? one.booked - one.supplyFee : 0n));
  const nobodys = sum((one) => (one.eventId ? 0n : one.booked));
  return (
    sumIn(entries, isClearing) === -sum((one) => one.booked) &&
    sumIn(entries, (book) => book.startsWith('fees:supply:')) === sum((one) => one.supplyFee) &&
    sumIn(entries, (book) => /^(earnings|unclaimed):/.test(book)) === shown &&
    sumIn(entries, (book) => book === 'peers:rest') === nobodys
  );
}

/** Says that the standing entry of a piece pays the publishers of its cases. True also where their events are not kept any more. */
async function isBookedTo(
  ctx: BookCheckContext,
  of: {
    readonly receipt: PeerReceipt;
    readonly piece: Exclude<ReceiptPiece, 'rest'>;
    readonly outcomes: readonly Outcome[];
    readonly told: ReceiptPart['lines'];
  },
  session: DatabaseSession,
): Promise<boolean> {
  const { receipt, piece, outcomes, told } = of;
  const eventIds = [...new Set(outcomes.flatMap(({ eventId }) => eventId ?? []))];
  const cases = await ctx.shownCases.listByEvents(eventIds, session);
  if (cases.size < eventIds.length) return true;
  const lines = outcomes.map((one) => ({ ...one, shown: cases.get(one.eventId ?? '') ?? null }));
  if (lines.some(({ shown }, at) => shown !== null && shown.caseId !== told[at]?.caseId))
    return false;
  const partition = partitionOfCases(cases);
  const expected = partEntry(receipt, { piece, lines, partition, at: receipt.receivedAt });
  const entries = await listPiece(ctx, { receipt, piece }, session);
  const takenBack = new Set(entries.map(({ reverses }) => reverses));
  const standing = entries.filter(({ id, kind }) => kind === 'receipt' && !takenBack.has(id));
  return sidesOf(standing) === sidesOf(expected === null ? [] : [expected]);
}

/** Sums by book, as text. */
function sidesOf(entries: readonly JournalEntry[]): string {
  const lines = Map.groupBy(
    entries.flatMap((entry) => entry.lines),
    ({ book }) => book,
  );
  return [...lines]
    .map(([book, ones]) => `${book} ${ones.reduce((sum, { amount }) => sum + amount, 0n)}`)
    .sort()
    .join();
}

const isClearing = (book: string): boolean => book === 'clearing:peers';
const isForCases = (book: string): boolean => /^(earnings|unclaimed|fees:supply):/.test(book);

function sumIn(entries: readonly JournalEntry[], isMeant: (book: string) => boolean): Amount {
  return entries
    .flatMap(({ lines }) => lines)
    .filter(({ book }) => isMeant(book))
    .reduce((sum, { amount }) => sum + amount, 0n);
}
