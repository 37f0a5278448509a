import type { DatabaseSession } from '../../platform/database/transaction';
import type { StopReason } from './peer';
import type { PeerContext } from './peer.context';
import { tellOperators } from './peer-notice';

type Context = Pick<
  PeerContext,
  'accounts' | 'inTransaction' | 'log' | 'notices' | 'now' | 'peers'
>;

/**
 * Stops an allowed peer by the system's own word, till an operator allows it again: all of it, but for one that does not
 * pay, whose campaigns alone end here. For one that is not allowed nothing happens.
 */
export async function stopPeer(
  ctx: Context,
  address: string,
  stopReason: StopReason,
): Promise<void> {
  if (await ctx.inTransaction((session) => stopPeerIn(ctx, { address, stopReason }, session)))
    logStopped(ctx, { address, stopReason });
}

/**
 * The same in the transaction of the reason.
 *
 * @returns true where the peer went on till now: `logStopped` is due once that is stored.
 */
export async function stopPeerIn(
  ctx: Context,
  { address, stopReason }: { readonly address: string; readonly stopReason: StopReason },
  session: DatabaseSession,
): Promise<boolean> {
  const peer = await ctx.peers.stop(address, stopReason, session);
  if (peer === null) return false;
  const data = { address, name: peer.info.name, stopReason };
  await tellOperators(ctx, { kind: 'peer.stopped', data }, session);
  return true;
}

export function logStopped(
  { log }: Pick<Context, 'log'>,
  { address, stopReason }: { readonly address: string; readonly stopReason: StopReason },
): void {
  log.warn({ peer: address, stopReason }, 'another server was stopped');
}
