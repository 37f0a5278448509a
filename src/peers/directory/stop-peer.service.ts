import type { StopReason } from './peer';
import type { PeerContext } from './peer.context';
import { tellOperators } from './peer-notice';

/**
 * Stops an allowed peer by the system's own word, till an operator allows it again: all of it, but for one that does not
 * pay, whose campaigns alone end here. For one that is not allowed nothing happens.
 */
export async function stopPeer(
  ctx: Pick<PeerContext, 'accounts' | 'inTransaction' | 'log' | 'notices' | 'now' | 'peers'>,
  address: string,
  stopReason: StopReason,
): Promise<void> {
  const stopped = await ctx.inTransaction(async (session) => {
    const peer = await ctx.peers.stop(address, stopReason, session);
    if (peer === null) return null;
    const data = { address, name: peer.info.name, stopReason };
    await tellOperators(ctx, { kind: 'peer.stopped', data }, session);
    return peer;
  });
  if (stopped !== null) ctx.log.warn({ peer: address, stopReason }, 'another server was stopped');
}
