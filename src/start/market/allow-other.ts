import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../../api/context';
import { allowPeer } from '../../peers/directory/peer-word.service';
import { secondMs } from '../../time';

/**
 * Says the operator's word on the other server of the market, once that was found: both ways are allowed. Any other word
 * on it stays.
 */
export async function allowOther(
  ctx: ServiceContext,
  address: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    if (await hasWord(ctx, address).catch(() => false)) return;
    await sleep(secondMs, null, { ref: false, signal }).catch(() => undefined);
  }
}

/** @returns false while it is not found */
async function hasWord(ctx: ServiceContext, address: string): Promise<boolean> {
  const peer = await ctx.peers.find(address);
  if (!peer) return false;
  if (peer.state === 'found') await allowPeer(ctx, { address, oursThere: true, theirsHere: true });
  return true;
}
