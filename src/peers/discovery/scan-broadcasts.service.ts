import type { Broadcast } from '../../platform/ledger/broadcasts';
import type { LedgerClient } from '../../platform/ledger/ledger-client';
import { LedgerFailure } from '../../platform/ledger/ledger-failure';
import { dayMs, hourMs } from '../../time';
import { someAtOnce } from '../../turns';
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
/** Of the four calls to peers the others are left to imports, and to operators. */
export const askedAtOnce = 2;
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
  const announced: Announced = new Map();
  let scan = await closeGaps(ctx, await ctx.peerScans.get(), { announced, signal });
  const firstBlock = ctx.now().getTime() - lookBackMs;
  const from = scan.scannedTo ?? new Date(firstBlock - (firstBlock % blockMs));
  const blocks = await ctx.ledger.listClosedBlocks(from);
  for (const [at, block] of blocks.entries()) {
    signal.throwIfAborted();
    if (scan.scannedTo !== null && block <= scan.scannedTo) continue;
    const found = await readBlock(ctx, block);
    if (found === 'not ready') break;
    scan = takeBlock(ctx, scan, { block, found, announced });
    if (scan.scannedTo === block) continue;
    const notedTo = await noteKnown(ctx, blocks.slice(at), { ...scan, signal });
    scan = { ...scan, notedTo };
    break;
  }
  await askAll(ctx, announced, signal);
  await ctx.peerScans.put(scan);
}

/**
 * Adds the servers of a block to those that are asked in this turn.
 *
 * @returns how far it is read now: not to this block where it has more than the turn asks.
 */
function takeBlock(
  ctx: DiscoveryContext,
  scan: PeerScan,
  {
    block,
    found,
    announced,
  }: {
    readonly block: Date;
    readonly found: readonly Broadcast[] | 'unreadable';
    readonly announced: Announced;
  },
): PeerScan {
  if (found === 'unreadable') return { ...scan, scannedTo: block, gaps: [...scan.gaps, block] };
  const left = announce(placesOf(ctx, block, found), { lookedAt: scan.lookedAt, announced });
  return left === null
    ? { ...scan, scannedTo: block, lookedAt: [], notedTo: null }
    : { ...scan, lookedAt: left };
}

/**
 * Adds places to those that are asked in this turn, as many as there is room for.
 *
 * @returns senders that are looked at by then; null: all of them are.
 */
function announce(
  places: Announced,
  { lookedAt, announced }: { readonly lookedAt: readonly string[]; readonly announced: Announced },
): readonly string[] | null {
  const before = new Set(lookedAt);
  const waiting = [...places].filter(([address]) => !before.has(address));
  const now = waiting.slice(0, mostAsked - announced.size);
  for (const [address, place] of now)
    if (isNewer(place, announced.get(address))) announced.set(address, place);
  if (now.length === waiting.length) return null;
  return [...lookedAt, ...now.map(([address]) => address)];
}

const isNewer = (one: AnnouncedPlace, other: AnnouncedPlace | undefined): boolean =>
  (one.broadcastAt?.getTime() ?? 0) >= (other?.broadcastAt?.getTime() ?? 0);

/** Notes the broadcasts of peers that we know: a crowd in a block before theirs makes nobody silent. */
async function noteKnown(
  ctx: DiscoveryContext & { readonly ledger: LedgerClient },
  blocks: readonly Date[],
  { notedTo, signal }: Pick<PeerScan, 'notedTo'> & { readonly signal: AbortSignal },
): Promise<Date | null> {
  let noted = notedTo;
  for (const block of blocks.filter((one) => notedTo === null || one > notedTo)) {
    signal.throwIfAborted();
    const found = await readBlock(ctx, block);
    if (found === 'not ready') break;
    if (found !== 'unreadable') await noteKnownOf(ctx, placesOf(ctx, block, found), block);
    noted = block;
  }
  return noted;
}

async function noteKnownOf(
  { peerDirectory, peers }: DiscoveryContext,
  places: Announced,
  block: Date,
): Promise<void> {
  for (const address of places.keys())
    if (peerDirectory.find(address)) await peers.noteBroadcast(address, block);
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
  await someAtOnce([...announced.values()], askedAtOnce, async (place) => {
    const peer = peerOf.get(place.address);
    if (peer && !isAskedFor(peer, place, ctx.now()))
      await ctx.peers.noteBroadcast(place.address, place.broadcastAt ?? peer.foundAt);
    else await askPeer(ctx, place, signal);
  });
}

function isAskedFor(peer: Peer, { url, broadcastAt }: AnnouncedPlace, now: Date): boolean {
  if (peer.state === 'denied' || isOutdated(peer, broadcastAt)) return false;
  const isFresh = now.getTime() - peer.answeredAt.getTime() < freshMs;
  return peer.problem !== null || peer.url !== url || !isFresh;
}

/** Its last broadcast counts, also where a block before that is read later. */
const isOutdated = (peer: Peer, broadcastAt: Date | null): boolean =>
  peer.broadcastAt !== null && broadcastAt !== null && broadcastAt < peer.broadcastAt;

/**
 * Reads blocks again that could not be read, the oldest first, and adds their servers to those that are asked in this turn. Gives up
 * those that are a day old and cannot be read still.
 */
async function closeGaps(
  ctx: DiscoveryContext & { readonly ledger: LedgerClient },
  scan: PeerScan,
  { announced, signal }: { readonly announced: Announced; readonly signal: AbortSignal },
): Promise<PeerScan> {
  let next = scan;
  for (const block of gapsOf(scan).slice(0, mostGapsAtOnce)) {
    signal.throwIfAborted();
    const found = await readBlock(ctx, block);
    if (typeof found !== 'string')
      next = await takeGap(ctx, next, { block, places: placesOf(ctx, block, found), announced });
    else if (ctx.now().getTime() - block.getTime() > lookBackMs) {
      ctx.log.error({ block }, 'the broadcasts of a block were never read: its servers are missed');
      next = withoutGap(next, block);
    }
  }
  return next;
}

/** The one that was begun comes first. */
const gapsOf = (scan: PeerScan): readonly Date[] => [
  ...scan.gaps.filter((block) => isCrowded(scan, block)),
  ...scan.gaps.filter((block) => !isCrowded(scan, block)),
];

const isCrowded = ({ crowdedGap }: PeerScan, block: Date): boolean =>
  crowdedGap?.getTime() === block.getTime();

/** @returns how far it is read now: it stays a gap where it has more than the turn asks. */
async function takeGap(
  ctx: DiscoveryContext,
  scan: PeerScan,
  of: { readonly block: Date; readonly places: Announced; readonly announced: Announced },
): Promise<PeerScan> {
  const { block, places, announced } = of;
  const lookedAt = isCrowded(scan, block) ? scan.lookedAtInGap : [];
  const left = announce(places, { lookedAt, announced });
  if (left === null) return withoutGap(scan, block);
  await noteKnownOf(ctx, places, block);
  const isBegun = left.length > lookedAt.length;
  return isBegun ? { ...scan, crowdedGap: block, lookedAtInGap: left } : scan;
}

function withoutGap(scan: PeerScan, block: Date): PeerScan {
  const gaps = scan.gaps.filter((gap) => gap.getTime() !== block.getTime());
  const crowd = isCrowded(scan, block) ? { crowdedGap: null, lookedAtInGap: [] } : {};
  return { ...scan, gaps, ...crowd };
}
