import { AppError } from '../../errors';
import { isAllowed, nextTryAfter, type Peer, reachOf } from '../directory/peer';
import { assertPeersOn, getPeer } from '../directory/peer.service';
import { applyList, paceOfImport } from './apply-list.service';
import type { PeerImportContext } from './import.context';
import { InventoryReader } from './inventory-reader';
import type { PeerImport } from './peer-import.store';

/** Campaigns of a peer, and creatives of one and of all together. @see docs/contract.md §10 */
const most = { campaigns: 5_000, creatives: 20_000, creativesInAll: 200_000 } as const;
/** Peers are not all asked at once. */
const jitter = 0.1;
/** A list that is so much shorter than what is here is believed the second time. */
const believedShare = 0.1;
const unreachableAfter = 10;

/**
 * Asks a peer for its campaigns now, and takes them.
 *
 * @throws {AppError} `CONFLICT` where peers are off or paused, without a wallet, and for a peer whose campaigns may not come here;
 * `NOT_FOUND`; {LedgerFailure} where the wallet does not sign.
 */
export async function syncPeer(ctx: PeerImportContext, address: string): Promise<PeerImport> {
  assertPeersOn(ctx);
  if (ctx.ledger === null)
    throw new AppError('CONFLICT', 'this server has no wallet to sign requests with');
  const peer = await getPeer(ctx, address);
  if (!isAllowed(peer, 'theirsHere'))
    throw new AppError(
      'CONFLICT',
      `campaigns of ${peer.address} may not come here: allow it first`,
    );
  if ((await ctx.peerSettings.get()).pausedAt !== null)
    throw new AppError('CONFLICT', 'the operator has paused all peers');
  return importPeer(ctx, peer, new AbortController().signal);
}

/** Asks an allowed peer for its campaigns, and takes them. @throws {LedgerFailure} where the wallet does not sign */
export async function importPeer(
  ctx: PeerImportContext,
  peer: Peer,
  signal: AbortSignal,
): Promise<PeerImport> {
  const { address, info } = peer;
  const { inventoryUrl } = info;
  const answer = await ctx.peerCalls.readInventory({ address, inventoryUrl }, signal);
  signal.throwIfAborted();
  const before = (await ctx.peerImports.find(address)) ?? neverAsked(address, ctx.now());
  const problem = answer.problem ?? (Array.isArray(answer.value) ? null : 'its answer is no list');
  const after =
    problem === null && Array.isArray(answer.value)
      ? await takeList(ctx, { peer, before, list: answer.value })
      : await noteFailure(ctx, before, problem);
  await ctx.peerImports.put(after);
  return after;
}

/** Takes away all that is here of a peer; it comes back with its ids. */
export async function removeImported(ctx: PeerImportContext, address: string): Promise<void> {
  await applyList(ctx, address, []);
  const before = await ctx.peerImports.find(address);
  if (before) await ctx.peerImports.put({ ...before, campaigns: 0, creatives: 0 });
}

async function takeList(
  ctx: PeerImportContext,
  of: { readonly peer: Peer; readonly before: PeerImport; readonly list: readonly unknown[] },
): Promise<PeerImport> {
  const { before, peer } = of;
  const room = most.creativesInAll - (await countOthers(ctx, peer.address));
  const reader = new InventoryReader({
    types: peer.creativeTypes,
    allowsLoopback: ctx.config.allowsLoopbackPeers,
    classifiers: ctx.config.classifiers,
    requiredClassifier: ctx.config.peerClassifier,
    adsTxtRequired: peer.info.adsTxtRequired,
    mostCampaigns: most.campaigns,
    mostCreatives: Math.max(0, Math.min(most.creatives, room)),
  });
  const pace = paceOfImport();
  for (const _slice of reader.read(of.list)) await pace.rest();
  const { taken, creatives } = reader;
  const now = ctx.now();
  const asked = { ...before, askedAt: now, nextAt: nextAfter(ctx), failures: 0, problem: null };
  const isShrunken =
    before.creatives > 0 &&
    Math.min(taken.length / before.campaigns, creatives / before.creatives) <= believedShare;
  if (isShrunken && !before.isShrunken) return { ...asked, isShrunken };
  const refused = await applyList(ctx, peer.address, taken);
  const { leftOut } = reader;
  return {
    ...asked,
    ...{ importedAt: now, isShrunken: false, campaigns: taken.length, creatives },
    leftOut: refused === 0 ? leftOut : { ...leftOut, too_many: (leftOut.too_many ?? 0) + refused },
  };
}

/** Creatives of servers that are not allowed any more are in nobody's way. */
async function countOthers(
  { peers, peerImports }: Pick<PeerImportContext, 'peers' | 'peerImports'>,
  address: string,
): Promise<number> {
  const here = await peers.listAddressesHere();
  return peerImports.countCreatives(here.filter((one) => one !== address));
}

async function noteFailure(
  ctx: PeerImportContext,
  before: PeerImport,
  problem: string | null,
): Promise<PeerImport> {
  const askedAt = ctx.now();
  const failures = before.failures + 1;
  const failed = { ...before, askedAt, failures, problem, nextAt: nextTryAfter(failures, askedAt) };
  if (failures < unreachableAfter) return failed;
  if (failures === unreachableAfter)
    ctx.log.warn({ peer: before.peer, problem }, 'the campaigns of another server leave');
  await applyList(ctx, before.peer, []);
  return { ...failed, campaigns: 0, creatives: 0 };
}

function nextAfter({
  config,
  now,
  randomBytes,
}: Pick<PeerImportContext, 'config' | 'now' | 'randomBytes'>): Date {
  const [byte = 0] = randomBytes(1);
  const share = 1 - jitter + (2 * jitter * byte) / 255;
  return new Date(now().getTime() + config.peerImportMs * share);
}

const neverAsked = (peer: string, askedAt: Date): PeerImport => ({
  ...{ peer, askedAt, importedAt: null, nextAt: null },
  ...{ failures: 0, problem: null, isShrunken: false },
  ...{ campaigns: 0, creatives: 0, leftOut: {} },
});

/** Says that a peer is to be asked by now. */
export function isImportDue(peer: Peer, before: PeerImport | undefined, now: Date): boolean {
  const reach = reachOf(peer, now);
  if (reach === 'silent' || reach === 'gone') return false;
  if (before === undefined) return true;
  const isBack = peer.broadcastAt !== null && peer.broadcastAt > before.askedAt;
  if (before.failures >= unreachableAfter && isBack) return true;
  return before.nextAt !== null && before.nextAt <= now;
}
