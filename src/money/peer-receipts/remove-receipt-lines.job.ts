import type { PlatformMembers } from '../../platform/platform.members';
import type { Job } from '../../platform/jobs/job';
import { youngSince } from '../../platform/ledger/replaced-block';
import { dayMs } from '../../time';
import type { MoneyMembers } from '../money.members';
import type { PeerReceipt } from './peer-receipt';

interface RemovalContext
  extends Pick<PlatformMembers, 'config' | 'now'>,
    Pick<MoneyMembers, 'deposits' | 'peerReceipts' | 'receiptBoosts'> {}

const receiptsAtOnce = 100;
const partsAtOnce = 100;

/**
 * Removes the lines of receipts that ended more than `ADGATE_EVENT_DAYS` ago, as their events are; without it none. What was booked of them
 * stays in the books, and the sums in the receipt. One that was cut off goes on.
 */
export const removeReceiptLines: Job<RemovalContext> = {
  name: 'remove-receipt-lines',
  everySeconds: 3_600,

  async run(ctx, signal, { tell }) {
    const { eventDays, ledgerAddress } = ctx.config;
    if (eventDays === null) return;
    const before = new Date(ctx.now().getTime() - eventDays * dayMs);
    const young = youngSince(await ctx.deposits.findLookedAgainAt(ledgerAddress), ctx.now());
    let removed = 0;
    for (let after: Date | null = null; ; ) {
      const old: readonly PeerReceipt[] = await ctx.peerReceipts.listEnded(
        { after, before },
        receiptsAtOnce,
      );
      const ones = await leaveYoung(ctx, old, young);
      for (const receipt of ones) await removeLines(ctx, receipt, signal);
      removed += ones.length;
      if (old.length < receiptsAtOnce) break;
      // Young ones stay in front of the others. A later run takes those that ended at the same moment as the last.
      if (ones.length < old.length) after = old.at(-1)?.endedAt ?? after;
    }
    if (removed > 0) tell(`receipts whose lines are removed: ${removed}`);
  },
};

/** The block of a young deposit may still be replaced: its lines are needed to book them again. */
async function leaveYoung(
  { deposits }: Pick<RemovalContext, 'deposits'>,
  receipts: readonly PeerReceipt[],
  young: Date,
): Promise<readonly PeerReceipt[]> {
  const found = await deposits.listByIds(receipts.map(({ depositId }) => depositId));
  const proofOf = new Map(found.map(({ id, proof }) => [id, proof]));
  return receipts.filter(({ depositId }) => {
    const proof = proofOf.get(depositId) ?? null;
    return proof === null || proof.shownAt < young;
  });
}

async function removeLines(
  ctx: Pick<RemovalContext, 'peerReceipts' | 'receiptBoosts'>,
  receipt: PeerReceipt,
  signal: AbortSignal,
): Promise<void> {
  const { id, told } = receipt;
  if (!(await ctx.peerReceipts.change(receipt, { removal: 'begun' }))) return;
  for (let from = 0; from < told.parts; from += partsAtOnce) {
    signal.throwIfAborted();
    const before = Math.min(from + partsAtOnce, told.parts);
    await ctx.peerReceipts.removeParts(id, { from, before });
  }
  await ctx.receiptBoosts.remove(id);
  await ctx.peerReceipts.change(receipt, { removal: 'done' });
}
