import type { DatabaseSession } from '../../platform/database/transaction';
import { tellOperators } from './peer-notice';
import type { PeerContext } from './peer.context';

/**
 * Takes the campaigns of a peer that has never paid out of selection, till it pays, and tells operators once. It is no stop:
 * what was offered before still goes on to the peer.
 *
 * @param session of the transaction that counts its views
 */
export async function awaitPayment(
  ctx: Pick<PeerContext, 'accounts' | 'log' | 'notices' | 'now' | 'peers'>,
  { address, views }: { readonly address: string; readonly views: number },
  session: DatabaseSession,
): Promise<void> {
  const peer = await ctx.peers.setAwaitsPayment(address, true, session);
  if (peer === null) return;
  const data = { address, name: peer.info.name, views };
  await tellOperators(ctx, { kind: 'peer.unpaid', data }, session);
  ctx.log.warn({ peer: address, views }, 'the campaigns of another server wait for its payment');
}
