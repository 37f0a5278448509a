import { formatAmount } from '../../../amount';
import type { LogPage, ReceivedEntry } from '../../../platform/ledger/log-page';
import { isDeposit } from '../../deposits/book-new-deposits.service';
import { awaitedIdOf } from '../../deposits/awaited-transfer';
import { type Deposit, depositIdOf } from '../../deposits/deposit';
import { entryIdsOf, receivedPrefix } from '../../deposits/deposit-entries';
import { type Book, fundsOf } from '../book';
import type { JournalEntry } from '../journal-entry';
import type { BookCheck, BookCheckContext } from './book-check';

/** Goes through log and deposits side by side, a page of the log at a time. */
export const ledgerDeposits: BookCheck = {
  name: 'deposits',
  proves:
    'what came in on the ledger is booked once, in the funds of whom it was given to, and nothing else is booked as if it had',
  async run(ctx) {
    let checked = 0;
    const problem = await problemOfCounts(ctx);
    if (ctx.ledger === null || problem !== null) return { checked, problem };
    const readTo = await ctx.deposits.findReadTo(ctx.config.ledgerAddress);
    for await (const page of ctx.ledger.readLog(new Date(0))) {
      const entries = page.received.filter((entry) => isDeposit(entry, ctx.config.ledgerAddress));
      const found = await problemOfPage(ctx, { page, entries, readTo });
      if (found !== null) return { checked, problem: found };
      checked += entries.length;
    }
    return { checked, problem: null };
  },
};

async function problemOfCounts({ books, deposits }: BookCheckContext): Promise<string | null> {
  const booked = await books.countWithPrefix(receivedPrefix);
  // Whatever comes in meanwhile is in both.
  const stored = await deposits.count();
  return booked > stored ? `${booked} deposits are booked, there are ${stored}` : null;
}

interface PageOfLog {
  readonly page: LogPage;
  readonly entries: readonly ReceivedEntry[];
  /** Transfers that were logged before this time must be there; null: nothing was read. */
  readonly readTo: Date | null;
}

async function problemOfPage(ctx: BookCheckContext, parts: PageOfLog): Promise<string | null> {
  const { page, entries } = parts;
  const range = {
    ledgerAddress: ctx.config.ledgerAddress,
    from: page.from,
    until: page.isLast ? null : page.until,
    limit: entries.length + 1,
  };
  // One may be given to somebody meanwhile.
  return ctx.inTransaction(async (session) => {
    const deposits = await ctx.deposits.listInLog(range, session);
    const booked = await ctx.books.listByIds(deposits.flatMap(entryIdsOf), session);
    const idOf = (entry: ReceivedEntry) => awaitedIdOf(range.ledgerAddress, entry);
    const awaited = await ctx.awaitedTransfers.listKnown(entries.map(idOf), session);
    // No closed block has shown those: they are no deposits yet, and may never be.
    const shown = { ...parts, entries: entries.filter((entry) => !awaited.has(idOf(entry))) };
    return (
      problemOfEntries(new Map(deposits.map((one) => [one.id, one])), shown, range) ??
      problemOfBookings(deposits, new Map(booked.map((one) => [one.id, one])))
    );
  });
}

/** @param deposits those of the page, by their ids */
function problemOfEntries(
  deposits: ReadonlyMap<string, Deposit>,
  { entries, readTo }: PageOfLog,
  { ledgerAddress }: { readonly ledgerAddress: string },
): string | null {
  const left = new Map(deposits);
  for (const { transactionId, amount, sender, time } of entries) {
    const id = depositIdOf({ ledgerAddress, transactionId });
    const deposit = left.get(id);
    left.delete(id);
    if (!deposit && readTo !== null && time < readTo)
      return `${formatAmount(amount)} from ${sender} by transaction ${transactionId} are no deposit`;
    if (deposit && (deposit.amount !== amount || deposit.sender !== sender))
      return `deposit ${id} is of ${formatAmount(deposit.amount)} from ${deposit.sender}, transaction ${transactionId} of ${formatAmount(amount)} from ${sender}`;
  }
  const [other] = left.values();
  return other ? `deposit ${other.id} is not in the log: transaction ${other.transactionId}` : null;
}

/** Whether the books have what deposits say. */
function problemOfBookings(
  deposits: readonly Deposit[],
  entries: ReadonlyMap<string, JournalEntry>,
): string | null {
  for (const deposit of deposits) {
    const { id, amount, accountId } = deposit;
    const booked = entryIdsOf(deposit).map((entryId) => entries.get(entryId));
    const book: Book = accountId === null ? 'clearing:deposits' : fundsOf(accountId);
    if (sumOf(booked, 'outside:deposits') !== -amount || sumOf(booked, book) !== amount)
      return `deposit ${id} of ${formatAmount(amount)} is not booked as such in ${book}`;
  }
  return null;
}

function sumOf(entries: readonly (JournalEntry | undefined)[], book: Book): bigint {
  return entries
    .flatMap((entry) => entry?.lines ?? [])
    .filter((line) => line.book === book)
    .reduce((sum, { amount }) => sum + amount, 0n);
}
