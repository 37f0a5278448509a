import { formatAmount } from '../../amount';
import {
  type BlockProof,
  isReplaced,
  lookAgainMs,
  mostLooks,
  youngMs,
} from '../../platform/ledger/replaced-block';
import { awaitedIdOf, isShownBy } from './awaited-transfer';
import type { Deposit } from './deposit';
import type { ReadingContext } from './deposit.context';
import { reversedEntry } from './deposit-entries';

/**
 * Takes deposits back that a closed block had, and has no more: it was replaced. Only young ones are looked at, once a
 * minute. Each waits for a block again from then on, under its id and any other one that the log has.
 *
 * @throws {LedgerFailure} when the ledger cannot be asked.
 */
export async function reverseReplaced(ctx: ReadingContext, signal: AbortSignal): Promise<void> {
  const { ledgerAddress } = ctx.config;
  const now = ctx.now();
  const last = await ctx.deposits.findLookedAgainAt(ledgerAddress);
  if (last !== null && Math.abs(now.getTime() - last.getTime()) < lookAgainMs) return;
  const young = { since: new Date(now.getTime() - youngMs), limit: mostLooks };
  for (const deposit of await ctx.deposits.listShownSince(ledgerAddress, young)) {
    signal.throwIfAborted();
    if (deposit.proof !== null && (await isTakenBack(ctx, deposit, deposit.proof)))
      await reverse(ctx, deposit);
  }
  await ctx.deposits.noteLookedAgain(ledgerAddress, now);
}

function isTakenBack(
  { ledger }: ReadingContext,
  deposit: Deposit,
  { block }: BlockProof,
): Promise<boolean> {
  const { transactionId } = deposit;
  return isReplaced(ledger, {
    transactionId,
    block,
    isSame: (closed) => isShownBy(deposit, closed),
  });
}

/** Funds may fall below 0: the campaigns of the account are suspended then. */
async function reverse(ctx: ReadingContext, deposit: Deposit): Promise<void> {
  const { ledgerAddress, transactionId, sender, amount, message, sentAt: time } = deposit;
  const entry = { transactionId, sender, amount, message, time };
  // First: whoever dies behind it has it looked at once more.
  await ctx.awaitedTransfers.put([
    { ...entry, ledgerAddress, id: awaitedIdOf(ledgerAddress, entry) },
  ]);
  await ctx.deposits.rewind(ledgerAddress, time);
  const at = ctx.now();
  const reversed = { ...deposit, reversals: deposit.reversals + 1 };
  const isNow = await ctx.inTransaction(async (session) => {
    if (!(await ctx.deposits.reverse(deposit, at, session))) return false;
    await ctx.books.post([reversedEntry(reversed, at)], session);
    return true;
  });
  if (!isNow) return;
  const { id, accountId } = deposit;
  const about = { deposit: id, transactionId, amount: formatAmount(amount), accountId };
  ctx.log.error(about, 'the block of a deposit was replaced: it is taken back');
}
