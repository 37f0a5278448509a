import { dayMs, hourMs, minuteMs } from '../../time';
import { logStopped, stopPeerIn } from '../directory/stop-peer.service';
import { judgeBytes, type UntrueReason } from './judge-bytes';
import type { EvenPace } from './even-pace';
import type { PeerImportContext } from './import.context';
import type { PeerCheckDay } from './peer-check-day.store';
import type { CreativeToCheck, PeerCreativeCheck } from './peer-creative.store';

/** @see docs/contract.md §10 */
const mostBytes = 2 ** 20;
const mostBytesOfDay = 500 * 2 ** 20;
const mostChangedOfDay = 10;
const stopReason = 'changed_creatives';
/** A hundredth of what is for sale is looked at again each day: each after a hundred days, as chance will have it. */
const againAfterMs = 100 * dayMs;
const firstRetryMs = 10 * minuteMs;
const longestRetryMs = 24 * hourMs;
/** So often in a row bytes that are for sale cannot be had, before they are for sale no more. */
const mostFailures = 3;

/** A look at bytes. */
interface Look {
  readonly bytes: number;
  readonly check: PeerCreativeCheck;
}

/** Fetches a creative’s bytes once, and says by them whether it is for sale. */
async function lookAt(ctx: PeerImportContext, creative: CreativeToCheck): Promise<Look> {
  const { peer, serveUrl } = creative;
  const file = await ctx.peerCalls.readFile(peer, serveUrl, mostBytes);
  if ('problem' in file)
    return { bytes: file.bytesRead, check: afterFailure(creative, file.problem, ctx.now()) };
  const reason = await judgeBytes(creative, file, ctx.contentWorkers);
  if (reason !== null)
    ctx.log.info({ peer, creative: creative.id, reason }, 'a creative of another server is untrue');
  return { bytes: file.bytes.length, check: afterJudgement(ctx, reason) };
}

/**
 * Stores the outcome of a look, and counts it: both or none, so that each change counts once, wherever that ends. The last one of
 * a day stops the peer.
 */
async function note(
  ctx: PeerImportContext,
  creative: CreativeToCheck,
  { bytes, check }: Look,
): Promise<{ readonly day: PeerCheckDay; readonly isStopped: boolean }> {
  const { peer } = creative;
  const noted = await ctx.inTransaction(async (session) => {
    const isNoted = await ctx.peerCreatives.noteCheck(creative, check, session);
    // Bytes that were for sale, and are others now: whatever was there in between.
    const isChanged = isNoted && creative.wasForSale && check.checkProblem === 'other_bytes';
    const day = await ctx.peerCheckDays.add(peer, { bytes, changed: isChanged ? 1 : 0 }, session);
    const isStopped =
      isChanged &&
      day.changed >= mostChangedOfDay &&
      (await stopPeerIn(ctx, { address: peer, stopReason }, session));
    return { day, isStopped };
  });
  if (noted.isStopped) logStopped(ctx, { address: peer, stopReason });
  return noted;
}

function afterJudgement(
  { now, randomBytes }: Pick<PeerImportContext, 'now' | 'randomBytes'>,
  reason: UntrueReason | null,
): PeerCreativeCheck {
  const known = { checkFailures: 0, checkProblem: reason };
  if (reason !== null) return { ...known, status: 'rejected', nextCheckAt: null };
  const chance = (randomBytes(4).readUInt32BE() + 1) / 2 ** 32;
  const nextCheckAt = new Date(now().getTime() - Math.log(chance) * againAfterMs);
  return { ...known, status: 'active', nextCheckAt };
}

function afterFailure(
  { status, checkFailures: before }: CreativeToCheck,
  checkProblem: string,
  now: Date,
): PeerCreativeCheck {
  const checkFailures = before + 1;
  const waitMs = Math.min(longestRetryMs, firstRetryMs * 2 ** (checkFailures - 1));
  return {
    status: checkFailures < mostFailures ? status : 'draft',
    ...{ checkFailures, checkProblem },
    nextCheckAt: new Date(now.getTime() + waitMs),
  };
}

/** Looks at what is due of one peer for a while, one after the other. */
export async function checkCreativesOf(
  ctx: PeerImportContext,
  peer: string,
  of: { readonly forMs: number; readonly pace: EvenPace; readonly signal: AbortSignal },
): Promise<void> {
  const until = performance.now() + of.forMs;
  const due = await ctx.peerCreatives.listDue(peer);
  // Nothing is due of most.
  if (due.length === 0) return;
  let day = await ctx.peerCheckDays.get(peer);
  for (const creative of due) {
    of.signal.throwIfAborted();
    if (performance.now() > until || day.bytes >= mostBytesOfDay) return;
    await of.pace.turn();
    const noted = await note(ctx, creative, await lookAt(ctx, creative));
    if (noted.isStopped) return;
    day = noted.day;
  }
}
