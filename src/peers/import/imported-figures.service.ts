import type { PeerFigures } from '../directory/peer';
import type { PeersMembers } from '../peers.members';

/** The campaigns of peers that are here. */
export async function listImportedFigures(
  { peerImports }: Pick<PeersMembers, 'peerImports'>,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Pick<PeerFigures, 'campaigns'>>> {
  const imports = await peerImports.listByPeers(addresses);
  return new Map([...imports].map(([address, { campaigns }]) => [address, { campaigns }]));
}
