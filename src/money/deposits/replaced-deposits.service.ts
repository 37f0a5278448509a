import { formatAmount } from '../../amount';
import {
  type BlockProof,
  isReplaced,
  lookAgainMs,
  mostLooks,
  youngSince,
} from '../../platform/ledger/replaced-block';
import { LedgerFailure } from '../../platform/ledger/ledger-failure';
import { noteReplacedClaims } from '../claims/replaced-claims.service';
import { noteReceiptReversed } from '../peer-receipts/take-receipt.service';
import { awaitedIdOf, isShownBy } from './awaited-transfer';
import type { Deposit } from './deposit';
import type { ReadingContext } from './deposit.context';
import { reversedEntry } from './deposit-entries';

/** An operator reads no longer list. */
const mostNamed = 10;

/**
 * Takes deposits back that a closed block had, and has no more: it was replaced. Only young ones are looked at, once a
 * minute. Each waits for a block again from then on, under its id and any other one that the log has. A node that does not answer
 * for one of up to 500 keeps no new deposit waiting: the next turn looks again.
 */
export async function reverseReplaced(ctx: ReadingContext, signal: AbortSignal): Promise<void> {
  try {
    await lookAgain(ctx, signal);
  } catch (error) {
    if (!(error instanceof LedgerFailure)) throw error;
    ctx.log.warn({ err: error }, 'booked deposits were not all looked at again');
  }
}

async function lookAgain(ctx: ReadingContext, signal: AbortSignal): Promise<void> {
  const { ledgerAddress } = ctx.config;
  const now = ctx.now();
  const last = await ctx.deposits.findLookedAgainAt(ledgerAddress);
  if (last !== null && Math.abs(now.getTime() - last.getTime()) < lookAgainMs) return;
  const young = { since: youngSince(last, now), limit: mostLooks };
  for (const deposit of await ctx.deposits.listShownSince(ledgerAddress, young)) {
    signal.throwIfAborted();
    if (deposit.proof !== null && (await isTakenBack(ctx, deposit, deposit.proof)))
      await reverse(ctx, deposit);
  }
  await tellReversed(ctx, now);
  await noteReplacedClaims(ctx, young.since, signal);
  await ctx.deposits.noteLookedAgain(ledgerAddress, now);
}

/**
 * Takes those back whose sender has another transaction by their number, which a closed block has: nobody need have looked at them again.
 *
 * @param deposit that other transaction
 * @returns whether all are taken back; if not, the ledger says both, and neither may take the place of the other.
 * @throws {LedgerFailure} when the ledger cannot be asked.
 */
export async function reverseTwins(ctx: ReadingContext, deposit: Deposit): Promise<boolean> {
  const last = await ctx.deposits.findLookedAgainAt(deposit.ledgerAddress);
  const twins = await ctx.deposits.listTwins(deposit, youngSince(last, ctx.now()));
  for (const twin of twins) {
    if (twin.proof === null || !(await isTakenBack(ctx, twin, twin.proof))) return false;
    await reverse(ctx, twin);
  }
  return true;
}

/** Tells operators of deposits that are taken back, in the record of settlement; of nothing once all have come again. */
async function tellReversed({ config, deposits, settlements }: ReadingContext, now: Date) {
  const text = textOf(await deposits.listReversed(config.ledgerAddress, mostLooks));
  const { replacedDeposits: told } = await settlements.get();
  if (text === (told?.text ?? null)) return;
  const replacedDeposits = text === null ? null : { text, since: told?.since ?? now };
  await settlements.set({ replacedDeposits });
}

function textOf(reversed: readonly Deposit[]): string | null {
  const [first] = reversed;
  if (!first) return null;
  const sum = reversed.reduce((all, { amount }) => all + amount, 0n);
  const owners = [...new Set(reversed.map(ownerOf))];
  const named = owners.slice(0, mostNamed).join(', ');
  const more = owners.length > mostNamed ? ` and ${owners.length - mostNamed} more` : '';
  return `blocks that had deposits were replaced: deposits that are taken back: ${reversed.length}, of ${formatAmount(sum)} coins, the first by transaction ${first.transactionId}; from the funds of ${named}${more}`;
}

const ownerOf = ({ accountId, peer }: Deposit): string =>
  accountId ?? (peer === null ? 'nobody' : `those whom server ${peer} had paid`);

function isTakenBack(
  { ledger }: ReadingContext,
  deposit: Deposit,
  { block }: BlockProof,
): Promise<boolean> {
  const { transactionId, messageId } = deposit;
  return isReplaced(ledger, {
    transactionId,
    block,
    isSame: (closed) =>
      isShownBy(deposit, closed) && (messageId === null || closed.messageId === messageId),
  });
}

/** Funds may fall below 0: the campaigns of the account are suspended then. */
async function reverse(ctx: ReadingContext, deposit: Deposit): Promise<void> {
  const { ledgerAddress, transactionId, sender, amount, message, sentAt: time } = deposit;
  const entry = { transactionId, sender, amount, message, time };
  // First: whoever dies behind it has it looked at once more.
  await ctx.awaitedTransfers.put([
    { ...entry, ledgerAddress, id: awaitedIdOf(ledgerAddress, entry), block: null },
  ]);
  await ctx.deposits.rewind(ledgerAddress, time);
  const at = ctx.now();
  const reversed = { ...deposit, reversals: deposit.reversals + 1 };
  const isNow = await ctx.inTransaction(async (session) => {
    if (!(await ctx.deposits.reverse(deposit, at, session))) return false;
    await ctx.books.post([reversedEntry(reversed, at)], session);
    await noteReceiptReversed(ctx, deposit, session);
    return true;
  });
  if (!isNow) return;
  const { id, accountId } = deposit;
  const about = { deposit: id, transactionId, amount: formatAmount(amount), accountId };
  ctx.log.error(about, 'the block of a deposit was replaced: it is taken back');
}
