import { AppError } from '../../errors';
import { isAllowed, nextTryAfter, type Peer, reachOf } from '../directory/peer';
import { assertPeersOn, getPeer } from '../directory/peer.service';
import { applyList } from './apply-list.service';
import type { PeerImportContext } from './import.context';
import type { TakenList } from './inventory-reader';
import type { PeerImport } from './peer-import.store';
import { takeList } from './take-list.service';

/** Peers are not all asked at once. */
const jitter = 0.1;
const unreachableAfter = 10;

/**
 * Asks a peer for its campaigns now, and takes them.
 *
 * @throws {AppError} `CONFLICT` where peers are off or paused, without a wallet, for a peer whose campaigns may not come here, and
 * while they are being taken; `NOT_FOUND`; {LedgerFailure} where the wallet does not sign.
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
  const done = await importPeer(ctx, peer, new AbortController().signal);
  if (done === null)
    throw new AppError('CONFLICT', `campaigns of ${peer.address} are being taken: ask again later`);
  return done;
}

/**
 * Asks an allowed peer for its campaigns, and takes them.
 *
 * @returns null where somebody else does so.
 * @throws {LedgerFailure} where the wallet does not sign
 */
export const importPeer = (
  ctx: PeerImportContext,
  peer: Peer,
  signal: AbortSignal,
): Promise<PeerImport | null> => inTurn(ctx, peer.address, () => askAndTake(ctx, peer, signal));

/** Two lists of a peer at once would leave some of each. */
async function inTurn<Result>(
  { peerImports }: Pick<PeerImportContext, 'peerImports'>,
  address: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const turn = await peerImports.takeTurn(address);
  if (turn === null) return null;
  try {
    return await work();
  } finally {
    await turn.release();
  }
}

async function askAndTake(
  ctx: PeerImportContext,
  peer: Peer,
  signal: AbortSignal,
): Promise<PeerImport> {
  const { address, info, broadcastAt } = peer;
  const { inventoryUrl } = info;
  const answer = await ctx.peerCalls.readInventory({ address, inventoryUrl }, signal);
  signal.throwIfAborted();
  const before = (await ctx.peerImports.find(address)) ?? neverAsked(address, ctx.now());
  const { list, problem } = answer;
  const after =
    problem === null
      ? await takeList(ctx, {
          ...{ peer, list },
          before: { ...before, askedAt: ctx.now(), nextAt: nextAfter(ctx), failures: 0, problem },
        })
      : await noteFailure(ctx, before, problem);
  await ctx.peerImports.put({ ...after, broadcastAt });
  return after;
}

/** Takes away all that is here of a peer; it comes back with its ids. */
export async function removeImported(ctx: PeerImportContext, address: string): Promise<void> {
  await inTurn(ctx, address, async () => {
    await applyList(ctx, address, noList);
    const before = await ctx.peerImports.find(address);
    if (before) await ctx.peerImports.put({ ...before, ...nothingHere });
  });
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
  await applyList(ctx, before.peer, noList);
  return { ...failed, ...nothingHere };
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

const noList: TakenList = { campaigns: [], creatives: [] };

const nothingHere = {
  ...{ campaigns: 0, creatives: 0, bytes: 0 },
  ...{ reserved: 0, reservedBytes: 0, wanted: 0, wantedBytes: 0 },
} as const;

const neverAsked = (peer: string, askedAt: Date): PeerImport => ({
  ...{ peer, askedAt, importedAt: null, nextAt: null },
  ...{ failures: 0, problem: null, isShrunken: false },
  ...{ ...nothingHere, leftOut: {} },
});

/** Says that a peer is to be asked by now. */
export function isImportDue(peer: Peer, before: PeerImport | undefined, now: Date): boolean {
  const reach = reachOf(peer, now);
  if (reach === 'silent' || reach === 'gone') return false;
  if (before === undefined) return true;
  if (before.failures >= unreachableAfter && isHeardAgain(peer, before)) return true;
  return before.nextAt !== null && before.nextAt <= now;
}

/** A broadcast is heard of long after its block began: the peer may have been asked in vain since then. */
function isHeardAgain({ broadcastAt }: Peer, before: PeerImport): boolean {
  const known = before.broadcastAt === undefined ? before.askedAt : before.broadcastAt;
  return broadcastAt !== null && (known === null || broadcastAt > known);
}
