import type { PlatformMembers } from '../../platform/platform.members';
import type { PeersMembers } from '../../peers/peers.members';
import type { MoneyMembers } from '../money.members';

export interface HearingContext
  extends Pick<PlatformMembers, 'config' | 'now'>,
    Pick<PeersMembers, 'peerScans'>,
    Pick<MoneyMembers, 'deposits'> {}

/**
 * Up to then the ledger was heard: its blocks, and what has come in. While the node is away, or is behind, servers may have paid what
 * nobody can read yet. Now, where nothing was ever read.
 */
export async function heardTo({ config, deposits, now, peerScans }: HearingContext): Promise<Date> {
  const { scannedTo } = await peerScans.get();
  const lookedAt = await deposits.findLookedAgainAt(config.ledgerAddress);
  return [scannedTo, lookedAt].reduce<Date>(
    (least, time) => (time !== null && time < least ? time : least),
    now(),
  );
}
