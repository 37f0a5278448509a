import type { DatabaseSession } from '../../platform/database/transaction';
import { dayMs } from '../../time';
import type { Deposit } from '../deposits/deposit';
import { becameReceiptEntry } from '../deposits/deposit-entries';
import { nothingBooked, nothingTold } from './peer-receipt';
import type { PeerReceiptContext } from './peer-receipt.context';

/** A transfer of a stranger may still turn out to be of a server: its broadcast may come later. */
const strangerMs = dayMs;
const mostStrangers = 500;

type TakingContext = Pick<PeerReceiptContext, 'peerReceipts' | 'peerCredits' | 'now'>;

/** The other server that a transfer without a code comes from; null: it is of none. */
export async function findPayingPeer(
  { peers, peerMode }: Pick<PeerReceiptContext, 'peers' | 'peerMode'>,
  sender: string,
): Promise<string | null> {
  if (peerMode === 'off') return null;
  return (await peers.find(sender))?.address ?? null;
}

/**
 * Keeps what a deposit of another server is to be explained by.
 *
 * @param session of the transaction that books the deposit
 */
export async function takeReceipt(
  ctx: TakingContext,
  { id, peer, transactionId, amount }: Deposit,
  session: DatabaseSession,
): Promise<void> {
  if (peer === null) return;
  const now = ctx.now();
  await ctx.peerReceipts.insert(
    {
      ...{ id, peer, transactionId, amount, state: 'received', receivedAt: now },
      ...{ isReversed: false, reversals: 0, nextAt: now, problem: null, endedAt: null },
      ...{ told: nothingTold, booked: nothingBooked },
    },
    session,
  );
  await ctx.peerCredits.addReceived(peer, amount, session);
}

/** Nothing of a receipt is explained or booked while no block has it. @param session of the transaction that takes it back, or in again */
export async function noteReceiptReversed(
  ctx: TakingContext,
  of: { readonly deposit: Deposit; readonly isReversed: boolean },
  session: DatabaseSession,
): Promise<void> {
  const { id, peer, amount } = of.deposit;
  if (peer === null) return;
  await ctx.peerReceipts.setReversed(id, of.isReversed, session);
  await ctx.peerCredits.addReceived(peer, of.isReversed ? -amount : amount, session);
}

/** Makes receipts of young deposits that name nobody, once their sender is known as a server. */
export async function takeReceiptsOfStrangers(
  ctx: PeerReceiptContext,
  signal: AbortSignal,
): Promise<void> {
  const since = new Date(ctx.now().getTime() - strangerMs);
  for (const deposit of await ctx.deposits.listNobodys(since, mostStrangers)) {
    signal.throwIfAborted();
    const peer = await findPayingPeer(ctx, deposit.sender);
    if (peer === null) continue;
    await ctx.inTransaction(async (session) => {
      if (!(await ctx.deposits.becomeReceipt(deposit, peer, session))) return;
      await ctx.books.post([becameReceiptEntry({ ...deposit, bookedAt: ctx.now() })], session);
      await takeReceipt(ctx, { ...deposit, peer }, session);
    });
  }
}
