import { formatAmount } from '../../../amount';
import type { LedgerClient } from '../../../platform/ledger/ledger-client';
import { awaitedIdOf } from '../../deposits/awaited-transfer';
import { type Deposit, depositIdsOf } from '../../deposits/deposit';
import { bookOfDeposit, entryIdsOf, receivedPrefix } from '../../deposits/deposit-entries';
import type { Book } from '../book';
import type { JournalEntry } from '../journal-entry';
import { keepLog } from '../kept-log/keep-log.service';
import type { KeptTransaction } from '../kept-log/kept-transaction';
import { type BookCheck, type BookCheckContext, withoutLedger } from './book-check';

const pageSize = 500;

/** Looks for the deposit of each transfer that is kept of the log, then for the transfer of each deposit. */
export const ledgerDeposits: BookCheck = {
  name: 'deposits',
  proves:
    'what came in on the ledger is booked once, in the funds of whom it was given to, and nothing else is booked as if it had',
  async run(ctx) {
    const { ledger } = ctx;
    const problem = await problemOfCounts(ctx);
    if (problem !== null) return { checked: 0, problem };
    if (ledger === null) return withoutLedger;
    // The time is asked first: transfers that are read from the log after it need be no deposits yet.
    const readTo = await ctx.deposits.findReadTo(ctx.config.ledgerAddress);
    const { begin } = await keepLog({ ...ctx, ledger });
    const received = await lookAtReceived(ctx, readTo);
    if (received.problem !== null) return received;
    const booked = await lookAtDeposits({ ...ctx, ledger }, begin);
    const { checked } = received;
    return { checked, problem: booked.problem, ...(booked.left !== null && { left: booked.left }) };
  },
};

async function problemOfCounts({ books, deposits }: BookCheckContext): Promise<string | null> {
  const booked = await books.countWithPrefix(receivedPrefix);
  // Bookings are counted first: a deposit that comes in meanwhile is stored with its booking.
  const stored = await deposits.count();
  return booked > stored ? `${booked} deposits are booked, there are ${stored}` : null;
}

/** @param readTo transfers that were logged before this time must be deposits; null: nothing was read */
async function lookAtReceived(
  ctx: BookCheckContext,
  readTo: Date | null,
): Promise<{ readonly checked: number; readonly problem: string | null }> {
  const { ledgerAddress } = ctx.config;
  let checked = 0;
  for (let afterId = ''; ; ) {
    const page = await ctx.keptLog.listReceived(ledgerAddress, afterId, pageSize);
    // Awaited transfers are asked first: one that becomes a deposit meanwhile would else be found in neither.
    const awaited = await ctx.awaitedTransfers.listKnown(page.map(({ id }) => id));
    const booked = new Set((await ctx.deposits.listOf(page)).map(({ id }) => id));
    for (const one of page) {
      const { transactionId, amount, sender, time } = one;
      const isRead = readTo !== null && time < readTo && !awaited.has(one.id);
      if (isRead && !depositIdsOf(one).some((id) => booked.has(id))) {
        const problem = `${formatAmount(amount)} from ${sender} by transaction ${transactionId} are no deposit`;
        return { checked, problem };
      }
      checked += 1;
    }
    const last = page.at(-1);
    if (!last) return { checked, problem: null };
    afterId = last.transactionId;
  }
}

interface LookedAtDeposits {
  readonly problem: string | null;
  /** Deposits that the log does not tell of, in words; null: none. */
  readonly left: string | null;
}

async function lookAtDeposits(
  ctx: BookCheckContext & { readonly ledger: LedgerClient },
  begin: Date,
): Promise<LookedAtDeposits> {
  const { ledgerAddress } = ctx.config;
  const unknown = { before: 0, open: 0 };
  for (let after: Deposit | null = null; ; ) {
    const page: readonly Deposit[] = await ctx.deposits.listSentTo(ledgerAddress, after, pageSize);
    const kept = await findKept(ctx, page, begin);
    for (const deposit of page) {
      const found = kept.get(deposit.id);
      const problem = problemOfDeposit(deposit, found, begin);
      if (problem !== null) return { problem, left: null };
      if (!found) unknown.before += 1;
      else if (found.word === 'open') unknown.open += 1;
    }
    const problem = await problemOfBookings(ctx, page);
    if (problem !== null) return { problem, left: null };
    const last = page.at(-1);
    if (!last) return { problem: null, left: leftOf(unknown, begin) };
    after = last;
  }
}

/**
 * Finds the kept transactions of deposits, by their ids. A deposit may have come in since the log was read: then the
 * log is read once more.
 */
async function findKept(
  ctx: BookCheckContext & { readonly ledger: LedgerClient },
  deposits: readonly Deposit[],
  begin: Date,
): Promise<ReadonlyMap<string, KeptTransaction>> {
  const read = async () => {
    const ids = deposits.map(({ transactionId }) => transactionId);
    const found = await ctx.keptLog.listReceivedBy(ctx.config.ledgerAddress, ids);
    const byTransaction = Map.groupBy(found, ({ transactionId }) => transactionId);
    return new Map(
      deposits.flatMap((deposit) => {
        const of = depositIdsOf(deposit).includes(deposit.id) ? deposit.transactionId : '';
        const kept = mostCertain(deposit, byTransaction.get(of) ?? []);
        return kept ? [[deposit.id, kept] as const] : [];
      }),
    );
  };
  const kept = await read();
  if (deposits.every(({ id, sentAt }) => kept.has(id) || sentAt <= begin)) return kept;
  await keepLog(ctx);
  return read();
}

/**
 * Of the transactions with a deposit's id, the most certain one: a closed block's before an open one, that before a refused
 * one. Of those that are as certain, the one with the deposit's own amount, sender and message.
 */
function mostCertain(
  deposit: Deposit,
  found: readonly KeptTransaction[],
): KeptTransaction | undefined {
  const ownId = awaitedIdOf(deposit.ledgerAddress, deposit);
  const rankOf = (one: KeptTransaction) => 2 * certaintyOf(one) + Number(one.id === ownId);
  return found.toSorted((one, other) => rankOf(one) - rankOf(other)).at(-1);
}

const certaintyOf = ({ word }: KeptTransaction): number =>
  ['refused', 'open', 'closed'].indexOf(word);

function problemOfDeposit(
  deposit: Deposit,
  kept: KeptTransaction | undefined,
  begin: Date,
): string | null {
  const { id, transactionId, sentAt, reversedAt } = deposit;
  // A deposit that was taken back waits for a block: it is in no book.
  if (reversedAt !== null) return null;
  if (!kept)
    return sentAt > begin || !depositIdsOf(deposit).includes(id)
      ? `deposit ${id} is not in the log: transaction ${transactionId}`
      : null;
  if (kept.word === 'refused')
    return `deposit ${id} never came: the ledger has no such transaction ${transactionId}`;
  return deposit.amount === kept.amount && deposit.sender === kept.sender
    ? null
    : `deposit ${id} is of ${formatAmount(deposit.amount)} from ${deposit.sender}, transaction ${transactionId} of ${formatAmount(kept.amount)} from ${kept.sender}`;
}

function leftOf(
  { before, open }: { readonly before: number; readonly open: number },
  begin: Date,
): string | null {
  const found = [
    ...(before === 0
      ? []
      : [`deposits from before ${begin.toISOString()}, where the log begins: ${before}`]),
    ...(open === 0 ? [] : [`deposits that the ledger shows in no closed block any more: ${open}`]),
  ];
  return found.length === 0 ? null : `not compared are ${found.join(', and ')}`;
}

/**
 * Compares the books with deposits. Null: they agree. All is read in one transaction, since a deposit may be given to
 * an account meanwhile.
 */
async function problemOfBookings(
  ctx: BookCheckContext,
  page: readonly Deposit[],
): Promise<string | null> {
  if (page.length === 0) return null;
  return ctx.inTransaction(async (session) => {
    const deposits = await ctx.deposits.listByIds(
      page.map(({ id }) => id),
      session,
    );
    const booked = await ctx.books.listByIds(deposits.flatMap(entryIdsOf), session);
    const entries = new Map(booked.map((one) => [one.id, one]));
    for (const deposit of deposits) {
      const { id, amount, reversedAt } = deposit;
      const own = entryIdsOf(deposit).map((entryId) => entries.get(entryId));
      const book = bookOfDeposit(deposit);
      const inside = reversedAt === null ? amount : 0n;
      if (sumOf(own, 'outside:deposits') !== -inside || sumOf(own, book) !== inside)
        return `deposit ${id} of ${formatAmount(amount)} is not booked as such in ${book}`;
    }
    return null;
  });
}

function sumOf(entries: readonly (JournalEntry | undefined)[], book: Book): bigint {
  return entries
    .flatMap((entry) => entry?.lines ?? [])
    .filter((line) => line.book === book)
    .reduce((sum, { amount }) => sum + amount, 0n);
}
