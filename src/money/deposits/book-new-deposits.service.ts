import { formatAmount } from '../../amount';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { ClosedTransaction } from '../../platform/ledger/closed-transaction';
import type { ReceivedEntry } from '../../platform/ledger/log-page';
import { readAgainFrom } from '../../platform/ledger/read-again';
import { youngMs } from '../../platform/ledger/replaced-block';
import { noticeOfDeposit } from '../pockets/pocket.service';
import { type AwaitedTransfer, awaitedIdOf, isShownBy } from './awaited-transfer';
import { type Deposit, depositIdsOf, isSameTransfer } from './deposit';
import type { DepositContext, ReadingContext } from './deposit.context';
import type { AddressClaim } from '../claims/claim';
import { findShownClaim, proveClaim } from '../claims/prove-claim.service';
import { reverseReplaced, reverseTwins } from './replaced-deposits.service';
import { accountIdsIn, codesIn } from './deposit-code';
import { receivedEntry, restoredEntry } from './deposit-entries';
import {
  findPayingPeer,
  noteReceiptBack,
  receiptIdAfter,
  takeReceipt,
} from '../peer-receipts/take-receipt.service';
import { minuteMs } from '../../time';

/** The ledger is asked for so many in a turn; the next one goes on. */
const mostLooks = 1000;
/**
 * Time until the ledger is asked again for a transfer that it refused to show, or, where many wait, has not shown for long, in ms: the
 * transfer's block would have to be replaced.
 */
const patientMs = 5 * minuteMs;

/**
 * Books what has come in on the server's account, each transfer once, as soon as a closed block shows it. A line of the
 * log is no proof, and no time makes it one: it is kept until a block has the transfer, and what is behind it does not
 * wait. Wherever it ends, and whoever reads at the same time, the next turn goes on from what is stored.
 *
 * @throws {LedgerFailure} when the ledger cannot be read; {Error} when the wallet has another account.
 */
export async function bookNewDeposits(ctx: DepositContext, signal: AbortSignal): Promise<void> {
  const { ledger, deposits } = ctx;
  if (ledger === null) return;
  const { ledgerAddress } = ctx.config;
  const { address } = await ledger.readOwnAccount();
  if (address !== ledgerAddress)
    throw new Error(
      `the wallet reads the log of ${address}, deposits come to ${ledgerAddress} (ADGATE_LEDGER_ADDRESS)`,
    );
  const from = readAgainFrom(await deposits.findReadTo(ledgerAddress));
  for await (const { received, until } of ledger.readLog(from)) {
    signal.throwIfAborted();
    await awaitReceived(ctx, received);
    await deposits.noteReadTo(ledgerAddress, until);
  }
  await reverseReplaced({ ...ctx, ledger }, signal);
  await bookShown({ ...ctx, ledger }, signal);
}

/** Says that an entry is of coins that came in: a transfer of the account to itself brings none. */
export function isDeposit(
  { sender, amount }: Pick<ReceivedEntry, 'sender' | 'amount'>,
  ledgerAddress: string,
): boolean {
  return sender !== ledgerAddress && amount > 0n;
}

/** Keeps the transfers that a closed block is to show. */
async function awaitReceived(
  ctx: DepositContext,
  received: readonly ReceivedEntry[],
): Promise<void> {
  const { ledgerAddress } = ctx.config;
  const idOf = (entry: Omit<ReceivedEntry, 'time'>) => awaitedIdOf(ledgerAddress, entry);
  const transfers = received.map((entry) => ({ ledgerAddress, ...entry }));
  const known = new Set((await ctx.deposits.listOf(transfers)).map(idOf));
  const awaited: ReceivedEntry[] = [];
  for (const entry of received)
    if (isDeposit(entry, ledgerAddress) ? !known.has(idOf(entry)) : await mayShowClaim(ctx, entry))
      awaited.push(entry);
  await ctx.awaitedTransfers.put(
    awaited.map((entry) => {
      return { ...entry, ledgerAddress, id: idOf(entry), block: null };
    }),
  );
}

/** A transfer of nothing is no deposit, but may show whose an address is. */
async function mayShowClaim(ctx: DepositContext, entry: ReceivedEntry): Promise<boolean> {
  const claim = entry.amount === 0n ? await findClaim(ctx, entry) : null;
  return claim !== null && (claim.provenAt === null || claim.replacedAt !== null);
}

/** Books those that a closed block shows. */
async function bookShown(ctx: ReadingContext, signal: AbortSignal): Promise<void> {
  const page = { now: ctx.now(), longestWaitMs: patientMs, limit: mostLooks };
  const due = await ctx.awaitedTransfers.listDue(ctx.config.ledgerAddress, page);
  const isCrowded = due.length === mostLooks;
  for (const transfer of due) {
    signal.throwIfAborted();
    const word = await ctx.ledger.lookUp(transfer.transactionId);
    if (word.state === 'closed' && isShownBy(transfer, word.transaction))
      await bookTransfer(ctx, transfer, word.transaction);
    else {
      const block = (word.state === 'open' ? word.block : null) ?? null;
      const mayWait = isCrowded && block === null && !isYoung(ctx, transfer);
      const isSoon = word.state === 'open' && !mayWait;
      const lookAt = new Date(ctx.now().getTime() + (isSoon ? 0 : patientMs));
      await ctx.awaitedTransfers.postpone(transfer.id, { lookAt, block });
    }
  }
}

/** The ledger says the same of a block that is not closed, and of a transfer that never was: many of these would take all looks. */
function isYoung({ now }: Pick<ReadingContext, 'now'>, { time }: AwaitedTransfer): boolean {
  return now().getTime() - time.getTime() <= youngMs;
}

/** The parts of a closed transaction that a deposit keeps. */
type Shown = Pick<ClosedTransaction, 'block' | 'messageId'>;

async function bookTransfer(
  ctx: ReadingContext,
  transfer: AwaitedTransfer,
  shown: Shown,
): Promise<void> {
  const { transactionId, amount } = transfer;
  const { block } = shown;
  const claim = await findClaim(ctx, transfer);
  // First: once the deposit is booked, nobody looks at its message again.
  if (claim) await proveClaim(ctx, { claim, transactionId, block });
  if (amount === 0n) return ctx.awaitedTransfers.remove(transfer.id);
  const accountId = claim?.accountId ?? (await findNamed(ctx, transfer.message));
  const peer = accountId === null ? await findPayingPeer(ctx, transfer.sender) : null;
  await bookDeposit(ctx, transfer, { ...shown, accountId, peer });
}

async function bookDeposit(
  ctx: ReadingContext,
  transfer: AwaitedTransfer,
  { accountId: named, peer, block, messageId }: Pick<Deposit, 'accountId' | 'peer'> & Shown,
): Promise<void> {
  const { id: awaitedId, time, ledgerAddress, transactionId, sender, amount, message } = transfer;
  const id = await depositIdFor(ctx, transfer);
  const bookedAt = ctx.now();
  const read: Deposit = {
    ...{ id, ledgerAddress, transactionId, sender, amount, message, sentAt: time },
    ...{ accountId: named, bookedAt, unassignments: 0 },
    ...{ proof: { block, shownAt: bookedAt }, reversedAt: null, reversals: 0 },
    ...{ messageId, successorId: null, endedAt: null, endedById: null },
    ...{ peer, receiptId: null, isNoReceipt: false },
  };
  if (!(await reverseTwins(ctx, read)))
    return ctx.awaitedTransfers.postpone(awaitedId, { lookAt: bookedAt, block });
  const deposit = await ctx.inTransaction(async (session) => {
    await ctx.awaitedTransfers.remove(awaitedId, session);
    const booked = asBefore(read, await ctx.deposits.succeed(read, session));
    if (!(await ctx.deposits.insert(booked, session))) {
      await restore(ctx, booked, session);
      return null;
    }
    await ctx.books.post([receivedEntry(booked)], session);
    await takeReceipt(ctx, booked, session);
    const { accountId } = booked;
    if (accountId !== null) {
      const about = { accountId, amount, reference: transactionId, at: bookedAt };
      await ctx.notices.put([noticeOfDeposit(about)], session);
    }
    return booked;
  });
  if (!deposit) return;
  const { accountId } = deposit;
  const about = { deposit: id, transactionId, amount: formatAmount(amount), accountId, peer };
  if (deposit.peer !== null) ctx.log.info(about, 'another server has paid');
  else if (accountId === null) ctx.log.warn(about, 'a deposit names nobody: assign it');
  else ctx.log.info(about, 'a deposit is booked');
}

/** The id of the transfer's deposit, where another transfer may have had the id of its transaction. */
async function depositIdFor(ctx: DepositContext, transfer: AwaitedTransfer): Promise<string> {
  const [first, other] = depositIdsOf(transfer);
  const stored = await ctx.deposits.findById(first);
  return stored === null || isSameTransfer(stored, transfer) ? first : other;
}

/** An operator may have given the deposit to somebody before its block was replaced, or have said that it is no receipt. */
function asBefore(read: Deposit, former: Deposit | null): Deposit {
  if (former === null) return read;
  const accountId = read.accountId ?? former.accountId;
  const { isNoReceipt } = former;
  const peer = accountId === null && !isNoReceipt ? (former.peer ?? read.peer) : null;
  const owned = { ...read, accountId, peer, isNoReceipt };
  return { ...owned, receiptId: receiptIdAfter(owned, former) };
}

/** One that was taken back is as it was until then: an operator may have given it to somebody. */
async function restore(
  ctx: DepositContext,
  { id, bookedAt, proof, messageId }: Deposit,
  session: DatabaseSession,
): Promise<void> {
  if (await ctx.deposits.restore({ id, bookedAt, proof, messageId }, session)) {
    const restored = await ctx.deposits.findById(id, session);
    if (restored) {
      await ctx.books.post([restoredEntry(restored)], session);
      await noteReceiptBack(ctx, restored, session);
    }
    ctx.log.warn({ deposit: id }, 'a deposit that was taken back has come again');
  }
}

function findClaim(
  ctx: DepositContext,
  { sender, time, message }: ReceivedEntry,
): Promise<AddressClaim | null> {
  return findShownClaim(ctx, { sender, time, codes: message === null ? [] : codesIn(message) });
}

/** The account that a message names. */
async function findNamed(
  { accounts, depositCodeKeys }: DepositContext,
  message: string | null,
): Promise<string | null> {
  if (message === null) return null;
  const found = await accounts.listByIds(accountIdsIn(depositCodeKeys, message));
  return found[0]?.id ?? null;
}
