import { formatAmount } from '../../amount';
import type { LedgerClient } from '../../platform/ledger/ledger-client';
import type { ReceivedEntry } from '../../platform/ledger/log-page';
import { noticeOfDeposit } from '../pockets/pocket.service';
import { type Deposit, depositIdOf } from './deposit';
import type { DepositContext } from './deposit.context';
import type { AddressClaim } from '../claims/claim';
import { findShownClaim, proveClaim } from '../claims/prove-claim.service';
import { accountIdsIn, codesIn } from './deposit-code';
import { receivedEntry } from './deposit-entries';

/** Transfers of other nodes are logged once their block has closed, maybe with an earlier time: read again so much. */
const overlapMs = 30 * 60 * 1000;
/** A node forgets old transactions, and has their blocks closed long before. */
const surelyClosedMs = 24 * 60 * 60 * 1000;

/**
 * Books what has come in on the server's account since it was read last, each transfer once, as soon as its block is
 * closed. Wherever it ends, and whoever reads at the same time, the next turn goes on from what is stored.
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
  const readTo = await deposits.findReadTo(ledgerAddress);
  const from = new Date(Math.max(0, (readTo?.getTime() ?? 0) - overlapMs));
  for await (const { received, until } of ledger.readLog(from)) {
    const open = await bookReceived({ ...ctx, ledger }, received, signal);
    await deposits.noteReadTo(ledgerAddress, open ?? until);
    if (open !== null) return;
  }
}

/** Whether an entry is of coins that came in: those that the account sends to itself did not. */
export function isDeposit({ sender, amount }: ReceivedEntry, ledgerAddress: string): boolean {
  return sender !== ledgerAddress && amount > 0n;
}

interface ReadingContext extends DepositContext {
  readonly ledger: LedgerClient;
}

/** @returns when the first one was logged whose block is open; null: none is. */
async function bookReceived(
  ctx: ReadingContext,
  received: readonly ReceivedEntry[],
  signal: AbortSignal,
): Promise<Date | null> {
  const { ledgerAddress } = ctx.config;
  const entries = new Map(
    received
      .filter((entry) => isDeposit(entry, ledgerAddress))
      .map((entry) => [depositIdOf({ ledgerAddress, ...entry }), entry]),
  );
  for (const entry of received) await proveByNothing(ctx, entry);
  const known = await ctx.deposits.listKnown([...entries.keys()]);
  for (const [id, entry] of entries) {
    if (known.has(id)) continue;
    signal.throwIfAborted();
    if (!(await isClosed(ctx, entry))) return entry.time;
    await bookDeposit(ctx, id, entry);
  }
  return null;
}

/** @throws {Error} when the ledger has another transfer by that name than the log. */
async function isClosed(ctx: ReadingContext, entry: ReceivedEntry): Promise<boolean> {
  const { transactionId, sender, amount, message, time } = entry;
  const closed = await ctx.ledger.findClosed(transactionId);
  if (closed === null) return ctx.now().getTime() - time.getTime() > surelyClosedMs;
  const isSame =
    closed.sender === sender &&
    closed.message === message &&
    closed.wires.some(
      (wire) => wire.address === ctx.config.ledgerAddress && wire.amount === amount,
    );
  if (!isSame) throw new Error(`the node tells of ${transactionId} what its log does not`);
  return true;
}

async function bookDeposit(
  ctx: DepositContext,
  id: string,
  { time, ...entry }: ReceivedEntry,
): Promise<void> {
  const claim = await findClaim(ctx, { ...entry, time });
  // First: once the deposit is booked, nobody looks at its message again.
  if (claim) await proveClaim(ctx, { claim, transactionId: entry.transactionId });
  const accountId = claim?.accountId ?? (await findNamed(ctx, entry.message));
  const { ledgerAddress } = ctx.config;
  const deposit: Deposit = {
    ...{ id, ledgerAddress, ...entry, sentAt: time },
    ...{ accountId, bookedAt: ctx.now(), unassignments: 0 },
  };
  const isNew = await ctx.inTransaction(async (session) => {
    if (!(await ctx.deposits.insert(deposit, session))) return false;
    await ctx.books.post([receivedEntry(deposit)], session);
    if (accountId !== null) {
      const about = { accountId, amount: entry.amount, reference: entry.transactionId };
      await ctx.notices.put([noticeOfDeposit({ ...about, at: deposit.bookedAt })], session);
    }
    return true;
  });
  if (!isNew) return;
  const { transactionId, amount } = entry;
  const about = { deposit: id, transactionId, amount: formatAmount(amount), accountId };
  if (accountId === null) ctx.log.warn(about, 'a deposit names nobody: assign it');
  else ctx.log.info(about, 'a deposit is booked');
}

/** A transfer of nothing is no deposit, but may show whose an address is. */
async function proveByNothing(ctx: ReadingContext, entry: ReceivedEntry): Promise<void> {
  const claim = entry.amount === 0n ? await findClaim(ctx, entry) : null;
  if (claim === null || claim.provenAt !== null || !(await isClosed(ctx, entry))) return;
  await proveClaim(ctx, { claim, transactionId: entry.transactionId });
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
