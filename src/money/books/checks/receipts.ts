import { type Amount, formatAmount } from '../../../amount';
import { entryIdsOfPiece } from '../../peer-receipts/receipt-entries';
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
  const pieces = Array.from({ length: receipt.told.parts }, (_, number) => number);
  for (const piece of [...pieces, 'rest'] as const) {
    const booked = await ctx.books.listByIds(entryIdsOfPiece(receipt, piece), session);
    entries += booked.length;
    out -= sumIn(booked, isClearing);
    const problem =
      piece === 'rest' ? null : await problemOfPart(ctx, { receipt, piece, booked }, session);
    if (problem !== null) return { entries, problem };
  }
  // One that was assigned is a deposit again.
  const expected = receipt.state === 'assigned' ? 0n : receipt.booked.amount;
  const problem =
    out === expected
      ? null
      : `receipt ${id} says that ${formatAmount(expected)} are booked, its entries come to ${formatAmount(out)}`;
  return { entries, problem };
}

/** Of a part that is not booked, or is taken back, nothing is left in any book. */
async function problemOfPart(
  { peerReceipts: receipts }: BookCheckContext,
  of: {
    readonly receipt: PeerReceipt;
    readonly piece: number;
    readonly booked: readonly JournalEntry[];
  },
  session: DatabaseSession,
): Promise<string | null> {
  const { receipt, piece, booked } = of;
  const isBooked = piece < receipt.booked.parts;
  const stored = isBooked ? await receipts.findPart(receipt.id, piece, session) : null;
  const outcomes = isBooked ? (stored?.outcomes ?? null) : [];
  if (outcomes === null) return `part ${piece} of receipt ${receipt.id} is booked, but not stored`;
  const sum = (amountOf: (one: LineOutcome) => Amount) =>
    outcomes.reduce((total, one) => total + amountOf(one), 0n);
  const shown = sum((one) => (one.eventId ? one.booked - one.supplyFee : 0n));
  const isRight =
    sumIn(booked, isClearing) === -sum((one) => one.booked) &&
    sumIn(booked, (book) => book.startsWith('fees:supply:')) === sum((one) => one.supplyFee) &&
    sumIn(booked, (book) => /^(earnings|unclaimed):/.test(book)) === shown;
  return isRight ? null : `part ${piece} of receipt ${receipt.id} is not booked as its lines are`;
}

const isClearing = (book: string): boolean => book === 'clearing:peers';

function sumIn(entries: readonly JournalEntry[], isMeant: (book: string) => boolean): Amount {
  return entries
    .flatMap(({ lines }) => lines)
    .filter(({ book }) => isMeant(book))
    .reduce((sum, { amount }) => sum + amount, 0n);
}
