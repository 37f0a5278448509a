import { type Amount, formatAmount } from '../../../amount';
import { entryIdsOfPiece, type ReceiptPiece } from '../../peer-receipts/receipt-entries';
import type { LineOutcome, PeerReceipt } from '../../peer-receipts/peer-receipt';
import type { DatabaseSession } from '../../../platform/database/transaction';
import type { JournalEntry } from '../journal-entry';
import type { BookCheck, BookCheckContext } from './book-check';

const pageSize = 100;

/** Each receipt is read at one moment with its lines and its bookings. */
export const peerReceipts: BookCheck = {
  name: 'receipts',
  proves:
    'of what another server has paid, every line that was told is booked once, for its case or for the operator, what no block has is taken back, and nothing else is booked by receipts',
  async run(ctx) {
    // First: whatever is booked meanwhile may be in neither.
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
        if (found.problem !== null) return { checked, problem: found.problem };
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
  readonly problem: string | null;
}

async function lookAt(
  ctx: BookCheckContext,
  id: string,
  session: DatabaseSession,
): Promise<LookedAt> {
  const receipt = await ctx.peerReceipts.find(id, session);
  if (receipt === null) return { entries: 0, problem: null };
  let entries = 0;
  let out = 0n;
  for (let part = 0; part < receipt.told.parts; part += 1) {
    // One after the other: a transaction has one connection.
    const lines = await listPiece(ctx, { receipt, piece: part }, session);
    const boosts = await listPiece(ctx, { receipt, piece: `boost-${part}` }, session);
    entries += lines.length + boosts.length;
    out -= sumIn([...lines, ...boosts], isClearing);
    const problem = await problemOfPart(ctx, { receipt, part, lines, boosts }, session);
    if (problem !== null) return { entries, problem };
  }
  const rest = await listPiece(ctx, { receipt, piece: 'rest' }, session);
  entries += rest.length;
  out -= sumIn(rest, isClearing);
  // One that was assigned is a deposit again.
  const expected = receipt.state === 'assigned' ? 0n : receipt.booked.amount;
  const problem =
    out === expected
      ? null
      : `receipt ${id} says that ${formatAmount(expected)} are booked, its entries come to ${formatAmount(out)}`;
  return { entries, problem };
}

const listPiece = (
  { books }: BookCheckContext,
  { receipt, piece }: { readonly receipt: PeerReceipt; readonly piece: ReceiptPiece },
  session: DatabaseSession,
) => books.listByIds(entryIdsOfPiece(receipt, piece), session);

/** Of a part that is not booked, or is taken back, nothing is left in any book. */
async function problemOfPart(
  { peerReceipts: receipts }: BookCheckContext,
  of: {
    readonly receipt: PeerReceipt;
    readonly part: number;
    readonly lines: readonly JournalEntry[];
    readonly boosts: readonly JournalEntry[];
  },
  session: DatabaseSession,
): Promise<string | null> {
  const { receipt, part, lines, boosts } = of;
  const { id, booked } = receipt;
  const isBooked = part < booked.parts;
  const stored = isBooked ? await receipts.findPart(id, part, session) : null;
  const outcomes = isBooked ? (stored?.outcomes ?? null) : [];
  // Lines that are old are removed: what is booked of them is compared as a whole.
  if (receipt.removal !== null) return null;
  if (outcomes === null) return `part ${part} of receipt ${id} is booked, but not stored`;
  if (!isBookedAs(lines, outcomes))
    return `part ${part} of receipt ${id} is not booked as its lines are`;
  const boosted = part < booked.boostedParts ? outcomes : [];
  const shares = boosted.map(({ eventId, boost, boostFee }) => ({
    ...{ eventId, booked: boost, supplyFee: boostFee },
  }));
  return isBookedAs(boosts, shares)
    ? null
    : `boosts of part ${part} of receipt ${id} are not booked as its lines say`;
}

type Outcome = Pick<LineOutcome, 'eventId' | 'booked' | 'supplyFee'>;

function isBookedAs(entries: readonly JournalEntry[], outcomes: readonly Outcome[]): boolean {
  const sum = (amountOf: (one: Outcome) => Amount) =>
    outcomes.reduce((total, one) => total + amountOf(one), 0n);
  const shown = sum((one) => (one.eventId ? one.booked - one.supplyFee : 0n));
  return (
    sumIn(entries, isClearing) === -sum((one) => one.booked) &&
    sumIn(entries, (book) => book.startsWith('fees:supply:')) === sum((one) => one.supplyFee) &&
    sumIn(entries, (book) => /^(earnings|unclaimed):/.test(book)) === shown
  );
}

const isClearing = (book: string): boolean => book === 'clearing:peers';

function sumIn(entries: readonly JournalEntry[], isMeant: (book: string) => boolean): Amount {
  return entries
    .flatMap(({ lines }) => lines)
    .filter(({ book }) => isMeant(book))
    .reduce((sum, { amount }) => sum + amount, 0n);
}
