import type { DatabaseSession } from '../../platform/database/transaction';
import { dayMs } from '../../time';
import type { Deposit } from '../deposits/deposit';
import { becameReceiptEntry } from '../deposits/deposit-entries';
import { nothingBooked, nothingTold } from './peer-receipt';
import type { PeerReceiptContext } from './peer-receipt.context';
import { keptEntry } from './receipt-entries';

/** A transfer of a stranger may still turn out to be of a server: its broadcast may come later. */
const strangerMs = dayMs;
const mostStrangers = 500;

type TakingContext = Pick<PeerReceiptContext, 'books' | 'peerReceipts' | 'peerCredits' | 'now'>;

/** The other server that a transfer without a code comes from; null: it is of none. */
export async function findPayingPeer(
  { peers, peerMode }: Pick<PeerReceiptContext, 'peers' | 'peerMode'>,
  sender: string,
): Promise<string | null> {
  if (peerMode === 'off') return null;
  return (await peers.find(sender))?.address ?? null;
}

/**
 * Keeps what a deposit of another server is to be explained by. One that has come again under another id is the receipt that it was.
 *
 * @param session of the transaction that books the deposit
 */
export async function takeReceipt(
  ctx: TakingContext,
  deposit: Deposit,
  session: DatabaseSession,
): Promise<void> {
  const { id, peer, receiptId, transactionId, amount } = deposit;
  if (peer === null) return;
  if (receiptId !== null) return noteReceiptBack(ctx, deposit, session);
  const now = ctx.now();
  await ctx.peerReceipts.insert(
    {
      ...{ id, depositId: id, peer, transactionId, amount, state: 'received', receivedAt: now },
      ...{ isReversed: false, reversals: 0, nextAt: now, problem: null, endedAt: null },
      removal: null,
      ...{ told: nothingTold, booked: nothingBooked },
    },
    session,
  );
  await ctx.peerCredits.addReceived(peer, amount, session);
}

/**
 * The receipt that goes on with a deposit; null: none does. Another amount by the same number of the sender is another transfer.
 *
 * @param former the deposit that its sender's number had before, whose block was replaced
 */
export function receiptIdAfter(
  { peer, amount }: Pick<Deposit, 'peer' | 'amount'>,
  former: Pick<Deposit, 'id' | 'peer' | 'amount' | 'receiptId'>,
): string | null {
  return peer !== null && former.peer === peer && former.amount === amount
    ? receiptIdOf(former)
    : null;
}

const receiptIdOf = ({ id, receiptId }: Pick<Deposit, 'id' | 'receiptId'>): string =>
  receiptId ?? id;

/**
 * Says that no block has a receipt any more: nothing of it is explained, and what was booked of it is taken back from then on.
 *
 * @param session of the transaction that takes the deposit back
 */
export async function noteReceiptReversed(
  ctx: TakingContext,
  deposit: Deposit,
  session: DatabaseSession,
): Promise<void> {
  const { peer, amount } = deposit;
  if (peer === null) return;
  const receipt = await ctx.peerReceipts.find(receiptIdOf(deposit), session);
  if (receipt === null) return;
  const reversals = receipt.reversals + 1;
  await ctx.peerReceipts.change(receipt, { isReversed: true, reversals }, session);
  await ctx.peerCredits.addReceived(peer, -amount, session);
}

/**
 * Says that a block has a receipt again: what was told of it stands, and is booked where it is not.
 *
 * @param session of the transaction that takes the deposit in again
 */
export async function noteReceiptBack(
  ctx: TakingContext,
  deposit: Deposit,
  session: DatabaseSession,
): Promise<void> {
  const { id: depositId, peer, transactionId, amount } = deposit;
  if (peer === null) return;
  const receipt = await ctx.peerReceipts.find(receiptIdOf(deposit), session);
  if (receipt === null) return;
  const now = ctx.now();
  const back = { ...receipt, isReversed: false, depositId, transactionId };
  const isKeptAgain = receipt.state === 'kept' && receipt.booked.amount === 0n;
  if (isKeptAgain) await ctx.books.post([keptEntry(back, now)], session);
  await ctx.peerReceipts.change(
    receipt,
    {
      ...{ isReversed: false, depositId, transactionId },
      ...(receipt.state === 'told' && { nextAt: now }),
      ...(isKeptAgain && { booked: { ...receipt.booked, amount } }),
    },
    session,
  );
  await ctx.peerCredits.addReceived(peer, amount, session);
}

/** Makes receipts of young deposits that name nobody, once their sender is known as a server. */
export async function takeReceiptsOfStrangers(
  ctx: PeerReceiptContext,
  signal: AbortSignal,
): Promise<void> {
  const since = new Date(ctx.now().getTime() - strangerMs);
  const known = await ctx.peers.listByAddresses(await ctx.deposits.listSendersOfNobodys(since));
  const senders = known.map(({ address }) => address);
  for (const deposit of await ctx.deposits.listNobodys(since, { senders, most: mostStrangers })) {
    signal.throwIfAborted();
    const peer = deposit.sender;
    await ctx.inTransaction(async (session) => {
      if (!(await ctx.deposits.becomeReceipt(deposit, peer, session))) return;
      await ctx.books.post([becameReceiptEntry({ ...deposit, bookedAt: ctx.now() })], session);
      await takeReceipt(ctx, { ...deposit, peer }, session);
    });
  }
}
