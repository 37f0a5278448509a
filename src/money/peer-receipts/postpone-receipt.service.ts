import { formatAmount } from '../../amount';
import { tellOperators } from '../../peers/directory/peer-notice';
import { isOverdue, nextAskAfter, overdueSince, type PeerReceipt } from './peer-receipt';
import type { PeerReceiptContext } from './peer-receipt.context';

const mostTold = 500;

type Context = Pick<
  PeerReceiptContext,
  'accounts' | 'inTransaction' | 'log' | 'notices' | 'now' | 'peerReceipts'
>;

/** Asks the server again later, ever more seldom. After a day operators are told, once: the word on the receipt is theirs. */
export async function postpone(ctx: Context, receipt: PeerReceipt, problem: string): Promise<void> {
  const now = ctx.now();
  const nextAt = nextAskAfter(receipt, now);
  if (!isOverdue(receipt, now) || receipt.state === 'unexplained') {
    await ctx.peerReceipts.change(receipt, { problem, nextAt });
    return;
  }
  await tellUnexplained(ctx, receipt, { problem, nextAt });
}

/** Tells operators of receipts whose servers nobody asks. They are asked as soon as that is over. */
export async function tellOverdue(
  ctx: Context,
  problem: string,
  signal: AbortSignal,
): Promise<void> {
  const overdue = await ctx.peerReceipts.listReceivedBefore(overdueSince(ctx.now()), mostTold);
  for (const receipt of overdue) {
    signal.throwIfAborted();
    await tellUnexplained(ctx, receipt, { problem });
  }
}

async function tellUnexplained(
  ctx: Context,
  receipt: PeerReceipt,
  changes: { readonly problem: string; readonly nextAt?: Date | null },
): Promise<void> {
  const { id, peer: address, transactionId } = receipt;
  const { problem } = changes;
  const about = { receipt: id, transactionId, amount: formatAmount(receipt.amount), problem };
  const data = { address, ...about };
  const isNow = await ctx.inTransaction(async (session) => {
    const after = { ...changes, state: 'unexplained' as const };
    if (!(await ctx.peerReceipts.change(receipt, after, session))) return false;
    await tellOperators(ctx, { kind: 'peer.suspect', data }, session);
    return true;
  });
  if (isNow)
    ctx.log.warn(
      data,
      'a server does not say what it has paid for: assign the receipt, or keep it',
    );
}
