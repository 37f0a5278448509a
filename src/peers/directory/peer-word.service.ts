import type { Amount } from '../../amount';
import { AppError, invalid, notFound } from '../../errors';
import { hostsOf, type Peer, type PeerStatus } from './peer';
import { ensurePeerAccount } from './peer-account.service';
import type { PeerContext } from './peer.context';
import { assertPeersOn, getPeer, getPeerStatus } from './peer.service';

export interface AllowPeerParams {
  readonly address: string;
  /** Both directions where neither is named. */
  readonly oursThere: boolean;
  readonly theirsHere: boolean;
  /** Most that its sites may earn on one day: 10^-11 coins; null: the usual limit; undefined: as before. */
  readonly dailyLimit?: Amount | null;
  /** Types of its creatives that may come here; undefined: as before. */
  readonly creativeTypes?: Peer['creativeTypes'];
}

/**
 * Lets our campaigns go to a peer's sites, and its campaigns to ours, or one of the two, within 2 seconds on every
 * gateway. It takes back every word before it, the system's own too.
 *
 * @throws {AppError} `NOT_FOUND`; `VALIDATION_FAILED` for a limit below 0; `CONFLICT` where peers are off, for the address of an
 * account of this server, and for a peer that says to be at a host of another allowed one.
 */
export async function allowPeer(ctx: PeerContext, params: AllowPeerParams): Promise<Peer> {
  assertPeersOn(ctx);
  const peer = await getPeer(ctx, params.address);
  const problem = await findObstacle(ctx, peer);
  if (problem !== null) throw new AppError('CONFLICT', problem);
  const { oursThere, theirsHere, dailyLimit, creativeTypes } = params;
  if (typeof dailyLimit === 'bigint' && dailyLimit < 0n)
    throw invalid({ dailyLimit: ['must not be negative'] });
  const isUnnamed = !oursThere && !theirsHere;
  if (oursThere || isUnnamed) await ensurePeerAccount(ctx, peer.address);
  return setStanding(ctx, peer, {
    ...{ state: 'allowed', stopReason: null, isHeld: false },
    ...{ oursThere: oursThere || isUnnamed, theirsHere: theirsHere || isUnnamed },
    ...(dailyLimit !== undefined && { dailyLimit }),
    ...(creativeTypes !== undefined && { creativeTypes }),
  });
}

/** Tells why a peer cannot be allowed: whom it could be taken for; null: nobody. */
export async function findObstacle(
  ctx: Pick<PeerContext, 'accounts' | 'peers'>,
  { address, info }: Pick<Peer, 'address' | 'info'>,
): Promise<string | null> {
  const account = await ctx.accounts.findByProvenAddress(`ads:${address}`);
  // An account that finds have made has no email, and has proven nothing.
  if (account && account.email !== null)
    return `${address} is an address of the account ${account.id}: release it first`;
  const other = await ctx.peers.findTradedAt(hostsOf(info), address);
  return other
    ? `${address} says to be at a host of ${other.address}, which is allowed: deny that one first`
    : null;
}

/**
 * Ends everything with a peer within 2 seconds on every gateway: nothing of its is offered, ours is exported as nothing,
 * later views earn nothing. What was earned before is paid.
 *
 * @param isHeld true: that waits, too
 * @throws {AppError} `NOT_FOUND`
 */
export async function denyPeer(
  ctx: PeerContext,
  { address, isHeld }: { readonly address: string; readonly isHeld: boolean },
): Promise<Peer> {
  const peer = await getPeer(ctx, address);
  return setStanding(ctx, peer, { state: 'denied', stopReason: null, isHeld });
}

async function setStanding(
  ctx: PeerContext,
  { address }: Peer,
  changes: Parameters<PeerContext['peers']['setStanding']>[1],
): Promise<Peer> {
  const changed = await ctx.inTransaction((session) =>
    ctx.peers.setStanding(address, changes, session),
  );
  if (!changed) throw notFound('peer', address);
  ctx.log.info({ peer: address, state: changed.state }, 'the word on a peer was changed');
  return changed;
}

/** Halts what goes on with all peers, on every gateway within 2 seconds; the word on each stays. */
export async function pausePeers(ctx: PeerContext): Promise<PeerStatus> {
  const { pausedAt } = await ctx.peerSettings.get();
  if (pausedAt === null) await ctx.peerSettings.setPaused(ctx.now());
  return getPeerStatus(ctx);
}

/** Lets it go on. */
export async function resumePeers(ctx: PeerContext): Promise<PeerStatus> {
  await ctx.peerSettings.setPaused(null);
  return getPeerStatus(ctx);
}
