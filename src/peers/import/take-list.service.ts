import type { Peer } from '../directory/peer';
import { applyList, paceOfImport } from './apply-list.service';
import type { PeerImportContext } from './import.context';
import { InventoryReader } from './inventory-reader';
import type { PeerImport } from './peer-import.store';

/** Campaigns of a peer, and creatives of one and of all together. @see docs/contract.md §10 */
const most = { campaigns: 5_000, creatives: 20_000, creativesInAll: 200_000 } as const;
/** A list that is so much shorter than what is here is believed the second time. */
const believedShare = 0.1;

interface ToTake {
  readonly peer: Peer;
  /** As it is once the list is read. */
  readonly before: PeerImport;
  readonly list: readonly unknown[];
}

/** Takes what is right of a peer's list, as far as there is room. @returns how its import stands then. */
export async function takeList(ctx: PeerImportContext, of: ToTake): Promise<PeerImport> {
  const { before, peer } = of;
  const reader = await readWithinRoom(ctx, of);
  const { taken, creatives, leftOut } = reader;
  const isShrunken =
    before.creatives > 0 &&
    Math.min(taken.length / before.campaigns, creatives / before.creatives) <= believedShare;
  if (isShrunken && !before.isShrunken) return { ...before, isShrunken };
  const refused = await applyList(ctx, peer.address, taken);
  return {
    ...before,
    ...{ importedAt: ctx.now(), isShrunken: false },
    ...{ campaigns: taken.length, creatives, reserved: 0 },
    leftOut: refused === 0 ? leftOut : { ...leftOut, too_many: (leftOut.too_many ?? 0) + refused },
  };
}

/** Reads a list, and once more where there is no room for all of it. */
async function readWithinRoom(ctx: PeerImportContext, of: ToTake): Promise<InventoryReader> {
  const whole = await readList(ctx, of, most.creatives);
  const reserved = await reserve(ctx, of.before, whole.creatives);
  return reserved < whole.creatives ? readList(ctx, of, reserved) : whole;
}

async function readList(
  { config }: Pick<PeerImportContext, 'config'>,
  { peer, list }: ToTake,
  mostCreatives: number,
): Promise<InventoryReader> {
  const reader = new InventoryReader({
    types: peer.creativeTypes,
    allowsLoopback: config.allowsLoopbackPeers,
    classifiers: config.classifiers,
    requiredClassifier: config.peerClassifier,
    adsTxtRequired: peer.info.adsTxtRequired,
    mostCampaigns: most.campaigns,
    mostCreatives,
  });
  const pace = paceOfImport();
  for (const _slice of reader.read(list)) await pace.rest();
  return reader;
}

/**
 * Reserves room for creatives before anything of them is stored: imports of other peers that go on at once, on whatever
 * gateway, leave it out. What a killed import has reserved stays till the peer's next one.
 *
 * @returns how many may come.
 */
function reserve(
  { inTransaction, now, peerImports, peers }: PeerImportContext,
  before: PeerImport,
  wanted: number,
): Promise<number> {
  return inTransaction(async (session) => {
    await peerImports.lockReservations(session);
    // Creatives of servers that are not allowed any more are in nobody's way.
    const here = await peers.listAddressesHere();
    const others = here.filter((address) => address !== before.peer);
    const room = most.creativesInAll - (await peerImports.countCreatives(others, session));
    const reserved = Math.max(0, Math.min(wanted, room));
    // Due: whatever kills this import, the next one begins at once.
    await peerImports.put({ ...before, nextAt: now(), reserved }, session);
    return reserved;
  });
}
