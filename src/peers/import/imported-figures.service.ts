import type { PeerFigures } from '../directory/peer';
import { noFigures } from '../directory/peer.service';
import type { PeersMembers } from '../peers.members';

/** The campaigns of peers that are here; what was earned and paid, later wings count. */
export async function listImportedFigures(
  { peerImports }: Pick<PeersMembers, 'peerImports'>,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, PeerFigures>> {
  const imports = await peerImports.listByPeers(addresses);
  return new Map(
    [...imports].map(([address, { campaigns }]) => [address, { ...noFigures, campaigns }]),
  );
}
