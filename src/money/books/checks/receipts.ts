import { type Amount, formatAmount } from '../../../amount';
import { entryIdsOfReceipt } from '../../peer-receipts/receipt-entries';
import type { LineOutcome, PeerReceipt } from '../../peer-receipts/peer-receipt';
import type { DatabaseSession } from '../../../platform/database/transaction';
import type { JournalEntry } from '../journal-entry';
import type { BookCheck, BookCheckContext } from './book-check';

const pageSize = 100;

/** Each receipt is read at one moment with its lines and its bookings. */
export const peerReceipts: BookCheck = {
  name: 'receipts',
  proves:
    'of what another server has paid, every line that was told is booked once, for its case or for the operator, and nothing else is booked by receipts',
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
  const { parts, amount } = receipt.booked;
  const ids = entryIdsOfReceipt(receipt, parts);
  const entries = new Map((await ctx.books.listByIds(ids, session)).map((one) => [one.id, one]));
  let out = 0n;
  for (let part = 0; part < parts; part += 1) {
    const entry = entries.get(ids[part] ?? '');
    const problem = await problemOfPart(ctx, { receipt, part, entry }, session);
    if (problem !== null) return { entries: entries.size, problem };
  }
  for (const entry of entries.values()) out -= sumIn(entry, isClearing);
  // One that was assigned is a deposit again.
  const expected = receipt.state === 'assigned' ? 0n : amount;
  const problem =
    out === expected
      ? null
      : `receipt ${id} says that ${formatAmount(expected)} are booked, its entries come to ${formatAmount(out)}`;
  return { entries: entries.size, problem };
}

async function problemOfPart(
  { peerReceipts: receipts }: BookCheckContext,
  of: {
    readonly receipt: PeerReceipt;
    readonly part: number;
    readonly entry: JournalEntry | undefined;
  },
  session: DatabaseSession,
): Promise<string | null> {
  const { receipt, part, entry } = of;
  const stored = await receipts.findPart(receipt.id, part, session);
  const outcomes = stored?.outcomes ?? null;
  if (outcomes === null) return `part ${part} of receipt ${receipt.id} is booked, but not stored`;
  const sum = (amountOf: (one: LineOutcome) => Amount) =>
    outcomes.reduce((total, one) => total + amountOf(one), 0n);
  const shown = sum(({ eventId, booked, supplyFee }) => (eventId ? booked - supplyFee : 0n));
  const isRight =
    sumIn(entry, isClearing) === -sum(({ booked }) => booked) &&
    sumIn(entry, (book) => book.startsWith('fees:supply:')) === sum((one) => one.supplyFee) &&
    sumIn(entry, (book) => /^(earnings|unclaimed):/.test(book)) === shown;
  return isRight ? null : `part ${part} of receipt ${receipt.id} is not booked as its lines are`;
}

const isClearing = (book: string): boolean => book === 'clearing:peers';

function sumIn(entry: JournalEntry | undefined, isMeant: (book: string) => boolean): Amount {
  return (entry?.lines ?? [])
    .filter(({ book }) => isMeant(book))
    .reduce((sum, { amount }) => sum + amount, 0n);
}
