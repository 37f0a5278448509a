import type { Peer } from '../directory/peer';
import type { DiscoveryContext } from './discovery.context';
import { type ReadInfo, readPeerInfo } from './peer-info';
import { type AnnouncedPlace, takeInfo } from './take-info.service';

/** Asks a server what it is, and takes the answer. @returns null for a server that stays unknown. */
export async function askPeer(
  ctx: DiscoveryContext,
  place: AnnouncedPlace,
  signal: AbortSignal,
): Promise<Peer | null> {
  return takeInfo(ctx, place, await readInfoOf(ctx, place, signal));
}

/** @param asked.address of the account; its host while nobody knows it */
export async function readInfoOf(
  { peerCalls, config }: DiscoveryContext,
  { address, url }: Pick<AnnouncedPlace, 'address' | 'url'>,
  signal: AbortSignal,
): Promise<ReadInfo> {
  const { value, problem } = await peerCalls.readInfo(address, url, signal);
  if (problem !== null) return { address: null, info: null, problem };
  return readPeerInfo(value, { allowsLoopback: config.allowsLoopbackPeers });
}
