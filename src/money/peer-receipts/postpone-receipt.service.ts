import { formatAmount } from '../../amount';
import { tellOperators } from '../../peers/directory/peer-notice';
import { isOverdue, nextAskAfter, type PeerReceipt } from './peer-receipt';
import type { PeerReceiptContext } from './peer-receipt.context';

/** Asks the server again later, ever more seldom. After a day operators are told, once: the word on the receipt is theirs. */
export async function postpone(
  ctx: Pick<
    PeerReceiptContext,
    'accounts' | 'inTransaction' | 'log' | 'notices' | 'now' | 'peerReceipts'
  >,
  receipt: PeerReceipt,
  problem: string,
): Promise<void> {
  const now = ctx.now();
  const nextAt = nextAskAfter(receipt, now);
  if (!isOverdue(receipt, now) || receipt.state === 'unexplained') {
    await ctx.peerReceipts.change(receipt, { problem, nextAt });
    return;
  }
  const { id, peer: address, transactionId } = receipt;
  const about = { receipt: id, transactionId, amount: formatAmount(receipt.amount), problem };
  const data = { address, ...about };
  const isNow = await ctx.inTransaction(async (session) => {
    const after = { problem, nextAt, state: 'unexplained' as const };
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
