import { parseAccountAddress, formatAccountAddress } from '../../../sidecar/ledger/address';
import { LedgerDataError } from '../../../sidecar/ledger/errors';
import { formatAmount } from '../../amount';
import { AppError, invalid, notFound } from '../../errors';
import type { AllParams } from '../../platform/lists/all';
import {
  isAllowed,
  mostWords,
  type Peer,
  type PeerDirection,
  type PeerFigures,
  type PeerReach,
  reachOf,
  type PeerState,
  type PeerStatus,
} from './peer';
import type { PeerContext } from './peer.context';

const pageSize = 500;

/** Of a peer that nothing was traded with. */
export const noFigures: PeerFigures = {
  ...{ campaigns: 0, viewsThere: 0n, viewsHere: 0n },
  ...{ owed: 0n, paid: 0n, received: 0n },
};

/** Figures as programs read them: coins are decimal texts. */
export function formatFigures(figures: PeerFigures) {
  const { campaigns, viewsThere, viewsHere, owed, paid, received } = figures;
  return {
    ...{ campaigns, viewsThere: Number(viewsThere), viewsHere: Number(viewsHere) },
    owed: formatAmount(owed),
    paid: formatAmount(paid),
    received: formatAmount(received),
  };
}

/** Peers in the order of their addresses. */
export function listPeers(
  ctx: PeerContext,
  filter: { readonly state: PeerState | null },
  params: AllParams,
): Promise<readonly Peer[]> {
  return ctx.peers.listAll(filter, params);
}

/** All peers that something may go on with in a direction now, whatever else is asked of them. */
export async function* listAllowed(
  ctx: Pick<PeerContext, 'peers'>,
  direction: PeerDirection,
): AsyncGenerator<Peer> {
  for (let afterId: string | null = null; ; ) {
    const page: readonly Peer[] = await ctx.peers.listAll(
      { state: null },
      { first: pageSize, afterId },
    );
    for (const peer of page) if (isAllowed(peer, direction)) yield peer;
    if (page.length < pageSize) return;
    afterId = page.at(-1)?.address ?? null;
  }
}

/** @throws {AppError} `NOT_FOUND`; `VALIDATION_FAILED` for a text that is no address. */
export async function getPeer(ctx: PeerContext, text: string): Promise<Peer> {
  const address = readPeerAddress(text);
  const peer = await ctx.peers.find(address);
  if (!peer) throw notFound('peer', address);
  return peer;
}

export async function getPeerStatus(
  ctx: Pick<PeerContext, 'peerMode' | 'peerSettings' | 'peerScans' | 'readLastBroadcast'>,
): Promise<PeerStatus> {
  const { pausedAt } = await ctx.peerSettings.get();
  const { scannedTo } = await ctx.peerScans.get();
  const broadcastAt = await ctx.readLastBroadcast();
  return { mode: ctx.peerMode, pausedAt, scannedTo, broadcastAt };
}

/** The newest words on a peer, oldest first. */
export function listWords({ states }: Peer): Peer['states'] {
  return states.slice(-mostWords);
}

export function getReach({ now }: Pick<PeerContext, 'now'>, peer: Peer): PeerReach {
  return reachOf(peer, now());
}

/** Tells the outcome of trading with each of these peers, by their addresses. */
export async function listPeerFigures(
  ctx: Pick<PeerContext, 'readPeerFigures'>,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, PeerFigures>> {
  const found = await ctx.readPeerFigures(addresses);
  return new Map(addresses.map((address) => [address, found.get(address) ?? noFigures]));
}

/** The address of an account, as a peer is named by it. @throws {AppError} `VALIDATION_FAILED` */
export function readPeerAddress(text: string): string {
  try {
    return formatAccountAddress(parseAccountAddress(text.trim().toUpperCase()));
  } catch (error) {
    if (!(error instanceof LedgerDataError)) throw error;
    throw invalid({ address: [`must be an account of the ledger: ${error.message}`] });
  }
}

/** @throws {AppError} `CONFLICT` where this server has nothing to do with others. */
export function assertPeersOn({
  config,
  peerMode,
}: Pick<PeerContext, 'config' | 'peerMode'>): void {
  if (peerMode === 'off')
    throw new AppError('CONFLICT', `this server has no peers: ${whyOff(config)}`);
}

function whyOff({
  peers,
  ledgerUrls,
}: Pick<PeerContext['config'], 'peers' | 'ledgerUrls'>): string {
  if (peers !== null || ledgerUrls !== null) return 'set ADGATE_PEERS to approve';
  return 'no wallet is known here. Where `npm start` brings one, start it; else set ADGATE_WALLET_URL';
}
