import type { PeersMembers } from '../../peers/peers.members';
import type { SiteCreativePeer } from './site-creative';

/** A server of the network as publishers and operators know it; one that is forgotten by its account alone. */
export function toKnownPeer(
  { peerDirectory }: Pick<PeersMembers, 'peerDirectory'>,
  address: string,
): SiteCreativePeer {
  const { name = '', adsTxtDomain: host = '' } = peerDirectory.find(address)?.info ?? {};
  return { address, name, host };
}
