import { whyUntold } from '../../../peers/discovery/own-url';
import type { PeersMembers } from '../../../peers/peers.members';
import type { SettlingContext } from '../payment.context';

export type Announcing = Pick<
  SettlingContext,
  'config' | 'peerMode' | 'peerSettings' | 'publicUrl'
>;

/** Says that other servers may be told where this one is: it has to do with them, and they can call its URL. */
export function canBroadcast({ config, peerMode, publicUrl }: Announcing): boolean {
  return peerMode !== 'off' && whyUntold(publicUrl, config) === null;
}

/** Says so, and that no operator has paused all peers. */
export async function mayBroadcast(ctx: Announcing): Promise<boolean> {
  return canBroadcast(ctx) && (await ctx.peerSettings.get()).pausedAt === null;
}

/** When the block began that has the last broadcast; null: no block has any, or no more are to be sent. */
export async function readBroadcastTime(
  ctx: Announcing & Pick<PeersMembers, 'readLastBroadcast'>,
): Promise<Date | null> {
  return (await mayBroadcast(ctx)) ? ctx.readLastBroadcast() : null;
}
