import type { Broadcast } from '../../platform/ledger/broadcasts';
import type { LedgerClient } from '../../platform/ledger/ledger-client';
import { LedgerFailure } from '../../platform/ledger/ledger-failure';
import { dayMs, hourMs } from '../../time';
import type { Peer } from '../directory/peer';
import { readAnnouncedUrl } from './announced-url';
import { askPeer } from './ask-peer.service';
import type { DiscoveryContext } from './discovery.context';
import type { PeerScan } from './peer-scan.store';
import type { AnnouncedPlace } from './take-info.service';

/** How far the first scan looks back, and for how long a block that cannot be read is tried. */
const lookBackMs = dayMs;
/** Servers that one turn asks at most. */
const mostAsked = 200;
const mostGapsAtOnce = 10;
/** A server that said what it is within so long is not asked again for the same broadcast. */
const freshMs = hourMs;
/** Blocks of the network begin at whole multiples. */
const blockMs = 512_000;

/** The place that each sender has announced last. */
type Announced = Map<string, AnnouncedPlace>;

/**
 * Reads every closed block once for the broadcasts in it, and asks the servers that are announced there. The place is
 * stored after what it stands for: a turn that is killed is done again. A block that is not ready is asked for again; one
 * that cannot be read is left behind as a gap, which later turns read.
 *
 * @throws {LedgerFailure} where the ledger does not answer
 */
export async function scanBroadcasts(
  ctx: DiscoveryContext & { readonly ledger: LedgerClient },
  signal: AbortSignal,
): Promise<void> {
  let scan = await closeGaps(ctx, await ctx.peerScans.get(), signal);
  const firstBlock = ctx.now().getTime() - lookBackMs;
  const from = scan.scannedTo ?? new Date(firstBlock - (firstBlock % blockMs));
  const announced: Announced = new Map();
  for (const block of await ctx.ledger.listClosedBlocks(from)) {
    signal.throwIfAborted();
    if (scan.scannedTo !== null && block <= scan.scannedTo) continue;
    const found = await readBlock(ctx, block);
    if (found === 'not ready') break;
    if (found === 'unreadable') scan = { ...scan, scannedTo: block, gaps: [...scan.gaps, block] };
    else {
      const waiting = [...placesOf(ctx, block, found)].filter(
        ([address]) => !scan.lookedAt.includes(address),
      );
      const room = mostAsked - announced.size;
      for (const [address, place] of waiting.slice(0, room)) announced.set(address, place);
      if (waiting.length > room) {
        const looked = waiting.slice(0, room).map(([address]) => address);
        scan = { ...scan, lookedAt: [...scan.lookedAt, ...looked] };
        break;
      }
      scan = { ...scan, scannedTo: block, lookedAt: [] };
    }
  }
  await askAll(ctx, announced, signal);
  await ctx.peerScans.put(scan);
}

async function readBlock(
  { ledger, log }: { readonly ledger: LedgerClient } & Pick<DiscoveryContext, 'log'>,
  block: Date,
): Promise<readonly Broadcast[] | 'not ready' | 'unreadable'> {
  try {
    return (await ledger.listBroadcasts(block)) ?? 'not ready';
  } catch (error) {
    if (!(error instanceof LedgerFailure) || error.kind !== 'refused') throw error;
    log.warn({ block, err: error }, 'the broadcasts of a block cannot be read yet');
    return 'unreadable';
  }
}

/** Peers that we know come first: nobody keeps them waiting by announcing thousands. */
function placesOf(
  { config, peerDirectory }: DiscoveryContext,
  broadcastAt: Date,
  broadcasts: readonly Broadcast[],
): Announced {
  const places: Announced = new Map();
  for (const { sender: address, message } of broadcasts) {
    const url = address === config.ledgerAddress ? null : readAnnouncedUrl(message);
    if (url !== null) places.set(address, { address, url, broadcastAt });
  }
  const rankOf = (address: string) => (peerDirectory.find(address) ? 0 : 1);
  return new Map([...places].sort(([one], [other]) => rankOf(one) - rankOf(other)));
}

async function askAll(
  ctx: DiscoveryContext,
  announced: Announced,
  signal: AbortSignal,
): Promise<void> {
  const known = await ctx.peers.listByAddresses([...announced.keys()]);
  const peerOf = new Map(known.map((peer) => [peer.address, peer]));
  await Promise.all(
    [...announced.values()].map(async (place) => {
      const peer = peerOf.get(place.address);
      if (peer && !isAskedFor(peer, place, ctx.now()))
        await ctx.peers.noteBroadcast(place.address, place.broadcastAt ?? peer.foundAt);
      else await askPeer(ctx, place, signal);
    }),
  );
}

function isAskedFor(peer: Peer, { url }: AnnouncedPlace, now: Date): boolean {
  if (peer.state === 'denied') return false;
  const isFresh = now.getTime() - peer.answeredAt.getTime() < freshMs;
  return peer.problem !== null || peer.url !== url || !isFresh;
}

/** Reads blocks again that could not be read, the oldest first, and gives up those that are a day old. */
async function closeGaps(
  ctx: DiscoveryContext & { readonly ledger: LedgerClient },
  scan: PeerScan,
  signal: AbortSignal,
): Promise<PeerScan> {
  const open = new Set(scan.gaps);
  for (const block of scan.gaps.slice(0, mostGapsAtOnce)) {
    signal.throwIfAborted();
    const found = await readBlock(ctx, block);
    const isRead = typeof found !== 'string';
    if (isRead) await askAll(ctx, placesOf(ctx, block, found), signal);
    else if (ctx.now().getTime() - block.getTime() > lookBackMs)
      ctx.log.error({ block }, 'the broadcasts of a block were never read: its servers are missed');
    else continue;
    open.delete(block);
  }
  const next = { ...scan, gaps: [...open] };
  if (next.gaps.length < scan.gaps.length) await ctx.peerScans.put(next);
  return next;
}
