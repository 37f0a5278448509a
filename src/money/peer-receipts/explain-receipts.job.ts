import type { Job } from '../../platform/jobs/job';
import { secondMs } from '../../time';
import { someAtOnce } from '../../turns';
import { bookReceipt } from './book-receipt.service';
import type { PeerReceipt } from './peer-receipt';
import type { PeerReceiptContext } from './peer-receipt.context';
import { tellOverdue } from './postpone-receipt.service';
import { readDetails } from './read-details.service';
import { takeBackReversed } from './take-back-receipts.service';
import { takeReceiptsOfStrangers } from './take-receipt.service';

/** Servers that are asked at once, each for a while: those who are slow keep the others waiting for no longer. */
const atOnce = 4;
const forMs = 10 * secondMs;
/** A server that pays in a thousand pieces keeps no other one’s receipts from being explained. */
const mostOfPeer = 50;

/** Asks other servers what they have paid for, and books it. */
export const explainReceipts: Job<PeerReceiptContext> = {
  name: 'explain-receipts',
  everySeconds: 5,
  needs: 'wallet',

  async run(ctx, signal) {
    // Also where nobody is asked any more.
    await takeBackReversed(ctx, signal);
    if (ctx.ledger === null) return;
    const silence = await whyNobodyIsAsked(ctx);
    if (ctx.peerMode !== 'off') await takeReceiptsOfStrangers(ctx, signal);
    if (silence !== null) await tellOverdue(ctx, silence, signal);
    // Publishers have earned what was told before: it is booked, whether or not more is asked.
    const filter = silence === null ? {} : ({ state: 'told' } as const);
    const due = await ctx.peerReceipts.listDue(ctx.now(), mostOfPeer, filter);
    const ofPeers = [...Map.groupBy(due, ({ peer }) => peer).values()];
    await someAtOnce(ofPeers, atOnce, (receipts) => explainAll(ctx, receipts, signal));
  },
};

/** null: servers are asked. */
async function whyNobodyIsAsked({
  peerMode,
  peerSettings,
}: Pick<PeerReceiptContext, 'peerMode' | 'peerSettings'>): Promise<string | null> {
  if (peerMode === 'off') return 'no other server is asked: ADGATE_PEERS is off';
  const { pausedAt } = await peerSettings.get();
  return pausedAt === null ? null : 'no other server is asked: the operator has paused all';
}

async function explainAll(
  ctx: PeerReceiptContext,
  receipts: readonly PeerReceipt[],
  signal: AbortSignal,
): Promise<void> {
  const until = new Date(ctx.now().getTime() + forMs);
  for (const receipt of receipts) {
    if (ctx.now() > until) return;
    if (receipt.state !== 'told') await readDetails(ctx, receipt, { until, signal });
    await bookReceipt(ctx, receipt.id, signal);
  }
}
