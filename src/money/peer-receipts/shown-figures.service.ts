import type { PeerFigures } from '../../peers/directory/peer';
import type { MoneyMembers } from '../money.members';

/** The outcome of other servers' campaigns on our sites, by their addresses. */
export async function listShownHere(
  { peerCredits }: Pick<MoneyMembers, 'peerCredits'>,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Pick<PeerFigures, 'viewsHere' | 'received'>>> {
  const credits = await peerCredits.list(addresses);
  return new Map(
    [...credits].map(([address, { views, received }]) => [
      address,
      { viewsHere: BigInt(views), received },
    ]),
  );
}
