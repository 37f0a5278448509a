import type { Job } from '../../platform/jobs/job';
import { listAllowed } from '../../peers/directory/peer.service';
import { allowedSince, type Peer } from '../../peers/directory/peer';
import { stopPeer } from '../../peers/directory/stop-peer.service';
import { hourMs } from '../../time';
import { nextHourOf } from '../../hour';
import type { MoneyMembers } from '../money.members';
import { heardTo, type HearingContext } from './heard-to.service';
import { mostOverdueViews, overdueAfterMs, type PeerCredit } from './peer-credit';
import type { PeerCreditContext, PeerReceiptContext } from './peer-receipt.context';

interface StopContext
  extends PeerCreditContext,
    HearingContext,
    Pick<PeerReceiptContext, 'peerSettings' | 'peerReceipts'>,
    Pick<MoneyMembers, 'awaitedTransfers'> {}

/**
 * Ends the campaigns of servers that do not pay for what was seen, till an operator allows them again. While all are paused no
 * server is asked what it has paid for, and the word on each stays.
 */
export const stopUnpayingPeers: Job<StopContext> = {
  name: 'stop-unpaying-peers',
  everySeconds: 60,

  async run(ctx, signal) {
    if (ctx.peerMode === 'off' || (await ctx.peerSettings.get()).pausedAt !== null) return;
    // First: whatever had come in by then is read.
    const at = await heardTo(ctx);
    const toBeAsked = await listToBeAsked(ctx);
    for await (const peer of listAllowed(ctx, 'theirsHere')) {
      signal.throwIfAborted();
      const credit = (await ctx.peerCredits.list([peer.address])).get(peer.address);
      // After a pause, or a time without a gateway or a node, the server may have paid, and is asked for that first.
      if (!credit || toBeAsked.has(peer.address)) continue;
      if (!(await isOverdue(ctx, peer, { ...credit, at }))) continue;
      await stopPeer(ctx, peer.address, 'not_paying');
    }
  },
};

/** Servers that have paid something that nobody has looked at, that they were not asked about yet, or that is not booked. */
async function listToBeAsked({
  awaitedTransfers,
  config,
  peerReceipts,
  now,
}: Pick<StopContext, 'awaitedTransfers' | 'config' | 'peerReceipts' | 'now'>): Promise<
  ReadonlySet<string>
> {
  // First: a transfer becomes a receipt.
  const senders = await awaitedTransfers.listSendersOfNew(config.ledgerAddress);
  const oneOfEach = await peerReceipts.listDue(now(), 1);
  return new Set([...senders, ...oneOfEach.map(({ peer }) => peer)]);
}

/** Views of before an operator allowed the server again are the operator's word. */
async function isOverdue(
  ctx: Pick<PeerCreditContext, 'peerCredits'>,
  peer: Peer,
  { paidTo, views, at }: PeerCredit & { readonly at: Date },
): Promise<boolean> {
  if (views < mostOverdueViews) return false;
  const unpaidFrom = paidTo === null ? new Date(0) : nextHourOf(paidTo);
  const allowedAt = allowedSince(peer, 'theirsHere');
  const from = unpaidFrom > allowedAt ? unpaidFrom : allowedAt;
  // The last hour that ended so long ago began an hour before that.
  const before = nextHourOf(new Date(at.getTime() - overdueAfterMs - hourMs));
  return (await ctx.peerCredits.countViews(peer.address, { from, before })) >= mostOverdueViews;
}
