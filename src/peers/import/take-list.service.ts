import type { JsonList } from '../../platform/egress/json-list';
import type { Peer } from '../directory/peer';
import { tellOperators } from '../directory/peer-notice';
import { applyList, paceOfImport } from './apply-list.service';
import type { PeerImportContext } from './import.context';
import { InventoryReader } from './inventory-reader';
import type { PeerImport } from './peer-import.store';
import { type Room, divideRoom } from './room';

/** Campaigns of a peer, and creatives of one and of all together. @see docs/contract.md §10 */
const most = { campaigns: 5_000, creatives: 20_000, creativesInAll: 200_000 } as const;
const wholeList: Room = { creatives: most.creatives, bytes: Number.POSITIVE_INFINITY };
/** A list that is so much shorter than what is here is believed the second time. */
const believedShare = 0.1;

interface ToTake {
  readonly peer: Peer;
  /** As it is once the list is read. */
  readonly before: PeerImport;
  readonly list: JsonList;
}

/** Takes what is right of a peer's list, as far as there is room. @returns how its import stands then. */
export async function takeList(ctx: PeerImportContext, of: ToTake): Promise<PeerImport> {
  const { peer } = of;
  const { reader, wanted } = await readWithinRoom(ctx, of);
  const { campaigns, creatives, bytes, leftOut } = reader;
  const before = { ...of.before, wanted: wanted.creatives, wantedBytes: wanted.bytes };
  const isShrunken =
    before.creatives > 0 &&
    Math.min(campaigns / before.campaigns, creatives / before.creatives) <= believedShare;
  if (isShrunken && !before.isShrunken) return { ...before, isShrunken };
  const refused = await applyList(ctx, peer.address, reader.taken);
  const after: PeerImport = {
    ...before,
    ...{ importedAt: ctx.now(), isShrunken: false },
    ...{ campaigns, creatives, bytes, reserved: 0, reservedBytes: 0 },
    leftOut: refused === 0 ? leftOut : { ...leftOut, too_many: (leftOut.too_many ?? 0) + refused },
  };
  await tellOfRoom(ctx, peer, { before, after });
  return after;
}

/** Reads a list, and once more where there is no room for all of it. */
async function readWithinRoom(
  ctx: PeerImportContext,
  of: ToTake,
): Promise<{ readonly reader: InventoryReader; readonly wanted: Room }> {
  const whole = await readList(ctx, of, wholeList);
  const wanted = { creatives: whole.creatives, bytes: whole.bytes };
  const room = await reserve(ctx, of.before, wanted);
  const isAll = room.creatives === wanted.creatives && room.bytes === wanted.bytes;
  return { reader: isAll ? whole : await readList(ctx, of, room), wanted };
}

async function readList(
  { config }: Pick<PeerImportContext, 'config'>,
  { peer, list }: ToTake,
  room: Room,
): Promise<InventoryReader> {
  const reader = new InventoryReader({
    types: peer.creativeTypes,
    allowsLoopback: config.allowsLoopbackPeers,
    classifiers: config.classifiers,
    requiredClassifier: config.peerClassifier,
    adsTxtRequired: peer.info.adsTxtRequired,
    mostCampaigns: most.campaigns,
    mostCreatives: room.creatives,
    mostBytes: room.bytes,
  });
  const pace = paceOfImport();
  for (const _slice of reader.read(list)) await pace.rest();
  return reader;
}

/**
 * Reserves room before anything of a list is stored: imports of other peers that go on at once, on whatever gateway, leave
 * it out. What a killed import has reserved stays till the peer's next one.
 *
 * @returns how much may come.
 */
function reserve(
  { config, inTransaction, now, peerImports, peers }: PeerImportContext,
  before: PeerImport,
  wanted: Room,
): Promise<Room> {
  return inTransaction(async (session) => {
    await peerImports.lockReservations(session);
    // Creatives of servers that are not allowed any more are in nobody's way.
    const here = await peers.listAddressesHere();
    const others = here.filter((address) => address !== before.peer);
    const rooms = await peerImports.listRooms(others, session);
    const inAll = { creatives: most.creativesInAll, bytes: config.peerBytes };
    const held = { creatives: before.creatives, bytes: before.bytes };
    const room = divideRoom({ held, wanted }, rooms, inAll);
    // Due: whatever kills this import, the next one begins at once.
    const due = { ...before, nextAt: now(), wanted: wanted.creatives, wantedBytes: wanted.bytes };
    const reserved = { reserved: room.creatives, reservedBytes: room.bytes };
    await peerImports.put({ ...due, ...reserved }, session);
    return room;
  });
}

/** Operators are told once, when the list begins not to have room. */
async function tellOfRoom(
  ctx: PeerImportContext,
  { address, info }: Peer,
  { before, after }: { readonly before: PeerImport; readonly after: PeerImport },
): Promise<void> {
  const { no_room: leftOut = 0 } = after.leftOut;
  if (leftOut === 0 || (before.leftOut.no_room ?? 0) > 0) return;
  const { bytes, wantedBytes } = after;
  const data = { address, name: info.name, leftOut, bytes, wantedBytes };
  await ctx.inTransaction((session) => tellOperators(ctx, { kind: 'peer.suspect', data }, session));
  ctx.log.warn(data, 'campaigns of another server have no room beside those of the others');
}
