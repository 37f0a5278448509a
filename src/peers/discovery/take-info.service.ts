import { formatAmount } from '../../amount';
import { dayMs } from '../../time';
import {
  hostsOf,
  isTradedWith,
  nextTryAfter,
  type Peer,
  type PeerInfo,
  usualCreativeTypes,
} from '../directory/peer';
import { findObstacle } from '../directory/peer-word.service';
import { tellOperators } from '../directory/peer-notice';
import { stopPeer } from '../directory/stop-peer.service';
import type { NewPeer, PeerOutcome } from '../directory/peer.store';
import type { DiscoveryContext } from './discovery.context';
import type { ReadInfo } from './peer-info';

/** Other hosts of an allowed peer count after so long: the operator is told first. */
const newHostAfterMs = dayMs;
/** So often in a row the place of a peer may say that it is another account’s. */
const mostForeignAnswers = 10;
/** So many that nobody has said a word on are kept; who broadcasts for nothing fills no disk. */
const mostFound = 1_000;

/** The place where a server says what it is, as somebody has named it. */
export interface AnnouncedPlace {
  readonly address: string;
  readonly url: string;
  /** The block of the broadcast that has named it; null: no broadcast has. */
  readonly broadcastAt: Date | null;
}

/**
 * Takes what a server says of itself. One that was unknown becomes known by a right answer alone; of one that is known a
 * wrong answer is a failure.
 *
 * @returns null for a server that stays unknown.
 */
export async function takeInfo(
  ctx: DiscoveryContext,
  place: AnnouncedPlace,
  read: ReadInfo,
): Promise<Peer | null> {
  const known = await ctx.peers.find(place.address);
  const answer = await withOwnHosts(ctx, known, withSender(place, read));
  ctx.peerAnswers[answer.problem === null ? 'taken' : 'refused'] += 1;
  if (known) {
    const isForeign = isAnothers(place, read);
    const noted = await noteAnswer(ctx, known, { place, answer, isForeign });
    return isForeign ? stopReplaced(ctx, noted) : noted;
  }
  if (answer.problem !== null) {
    ctx.log.debug({ ...place, problem: answer.problem }, 'a server that was announced is none');
    return null;
  }
  return addPeer(ctx, place, answer.info);
}

const isAnothers = ({ address }: AnnouncedPlace, read: ReadInfo): boolean =>
  read.problem === null && read.address !== address;

/** Nobody speaks for another account. */
function withSender(place: AnnouncedPlace, read: ReadInfo): ReadInfo {
  if (!isAnothers(place, read)) return read;
  const problem = `it says to be ${read.address}, and ${place.address} has announced it`;
  return { address: null, info: null, problem };
}

/** Another account has the place of a peer by now: it gets our signed requests, and views, no longer. */
async function stopReplaced(ctx: DiscoveryContext, peer: Peer | null): Promise<Peer | null> {
  if (peer === null || (peer.foreignAnswers ?? 0) < mostForeignAnswers) return peer;
  await stopPeer(ctx, peer.address, 'bad_answers');
  return ctx.peers.find(peer.address);
}

/** A peer that something goes on with does not move to where another one is. */
async function withOwnHosts(
  { peers }: DiscoveryContext,
  known: Peer | null,
  answer: ReadInfo,
): Promise<ReadInfo> {
  if (answer.info === null || known === null || !isTradedWith(known)) return answer;
  const newHosts = newHostsOf(known, answer.info);
  const other = newHosts.length > 0 && (await peers.findTradedAt(newHosts, known.address));
  if (!other) return answer;
  const problem = `it names a host of ${other.address}, which is allowed`;
  return { address: null, info: null, problem };
}

function newHostsOf({ info }: Peer, next: PeerInfo): readonly string[] {
  const taken = hostsOf(info);
  return hostsOf(next).filter((host) => !taken.includes(host));
}

async function addPeer(
  ctx: DiscoveryContext,
  { address, url, broadcastAt }: AnnouncedPlace,
  info: PeerInfo,
): Promise<Peer | null> {
  if (broadcastAt !== null && (await ctx.peers.countOf('found')) >= mostFound) {
    ctx.log.warn({ peer: address, url }, 'a new server is not kept: too many wait for a word');
    return null;
  }
  const now = ctx.now();
  const isTaken = ctx.peerMode === 'open' && (await findObstacle(ctx, { address, info })) === null;
  const peer: NewPeer = {
    ...{ address, url, info, nextInfo: null, broadcastAt },
    ...{ foundAt: now, answeredAt: now, askedAt: now },
    ...{ failures: 0, problem: null, nextTryAt: null, dailyLimit: null, clocks: null },
    creativeTypes: usualCreativeTypes,
    ...{ state: isTaken ? 'allowed' : 'found', stopReason: null, isHeld: false },
    ...{ oursThere: true, theirsHere: true, awaitsPayment: false },
  };
  await ctx.inTransaction(async (session) => {
    if (!(await ctx.peers.insert(peer, session))) return;
    const { name, serverUrl, joiningFee } = info;
    const data = {
      ...{ address, url, name, serverUrl, state: peer.state },
      joiningFee: formatAmount(joiningFee),
    };
    await tellOperators(ctx, { kind: 'peer.found', data }, session);
  });
  ctx.log.info({ peer: address, url, state: peer.state }, 'another server was found');
  return ctx.peers.find(address);
}

async function noteAnswer(
  ctx: DiscoveryContext,
  peer: Peer,
  of: { readonly place: AnnouncedPlace; readonly answer: ReadInfo; readonly isForeign: boolean },
): Promise<Peer | null> {
  const { place, answer, isForeign } = of;
  const { address, foreignAnswers = 0 } = peer;
  if (place.broadcastAt !== null) await ctx.peers.noteBroadcast(address, place.broadcastAt);
  const askedAt = ctx.now();
  if (answer.problem !== null) {
    const failures = peer.failures + 1;
    const nextTryAt = nextTryAfter(failures, askedAt);
    return ctx.peers.noteOutcome(address, {
      askedAt,
      failures,
      nextTryAt,
      problem: answer.problem,
      ...(isForeign && { foreignAnswers: foreignAnswers + 1 }),
    });
  }
  const good = {
    ...{ url: place.url, askedAt, answeredAt: askedAt },
    ...{ failures: 0, foreignAnswers: 0, problem: null },
  };
  const nextInfo = nextInfoOf(peer, answer.info, askedAt);
  if (nextInfo === null)
    return ctx.peers.noteOutcome(address, {
      ...good,
      ...{ info: answer.info, nextInfo: null, nextTryAt: null },
    });
  return noteNextInfo(ctx, peer, { ...good, nextInfo, nextTryAt: nextInfo.takenAt });
}

/** A peer that an operator has allowed stays at the hosts that the operator has seen; null: the information counts now. */
function nextInfoOf(peer: Peer, info: PeerInfo, now: Date): Peer['nextInfo'] {
  if (!isTradedWith(peer) || newHostsOf(peer, info).length === 0) return null;
  const before = peer.nextInfo;
  const isSame = before !== null && hostsOf(before.info).join() === hostsOf(info).join();
  if (!isSame) return { info, takenAt: new Date(now.getTime() + newHostAfterMs) };
  return before.takenAt <= now ? null : { info, takenAt: before.takenAt };
}

function noteNextInfo(
  ctx: DiscoveryContext,
  peer: Peer,
  outcome: PeerOutcome & Pick<Peer, 'nextInfo'>,
): Promise<Peer | null> {
  const { address, info, nextInfo: before } = peer;
  const { nextInfo } = outcome;
  return ctx.inTransaction(async (session) => {
    const noted = await ctx.peers.noteOutcome(address, outcome, session);
    if (nextInfo === null || nextInfo.takenAt.getTime() === before?.takenAt.getTime()) return noted;
    const data = {
      address,
      hosts: hostsOf(info).join(' '),
      newHosts: hostsOf(nextInfo.info).join(' '),
      takenAt: nextInfo.takenAt.toISOString(),
    };
    await tellOperators(ctx, { kind: 'peer.suspect', data }, session);
    ctx.log.warn(data, 'an allowed server names other hosts');
    return noted;
  });
}
