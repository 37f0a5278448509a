import type { Amount } from '../../amount';
import type { CreativeType } from '../../demand/creatives/creative.resource';
import type { TimedState } from '../../platform/states/state-history';
import { dayMs, hourMs } from '../../time';

/** How much other servers may do: nothing at all; what an operator allows each; or all that are found are allowed. */
export const peerModes = ['off', 'approve', 'open'] as const;
export type PeerMode = (typeof peerModes)[number];

/** `stopped` is the system's own word, till the operator allows the peer again. */
export const peerStates = ['found', 'allowed', 'denied', 'stopped'] as const;
export type PeerState = (typeof peerStates)[number];

export const stopReasons = ['not_paying', 'changed_creatives', 'bad_answers'] as const;
export type StopReason = (typeof stopReasons)[number];

/** The words on a peer that have a history. */
export interface PeerStanding {
  readonly state: PeerState;
  /** null: the system has not stopped the peer. */
  readonly stopReason: StopReason | null;
  /** True where our campaigns may be on its sites, once it is allowed. */
  readonly oursThere: boolean;
  /** True where its campaigns may be on our sites, once it is allowed. */
  readonly theirsHere: boolean;
  /** True where what it has earned waits, too. */
  readonly isHeld: boolean;
  /** True where its campaigns are left out of selection, till it pays for the first time. */
  readonly awaitsPayment: boolean;
}

/** A server’s own word on itself; nothing of it is proven. @see docs/peers.md §1 */
export interface PeerInfo {
  readonly name: string;
  readonly version: string;
  readonly capabilities: readonly string[];
  readonly serverUrl: string;
  readonly panelUrl: string;
  readonly inventoryUrl: string;
  readonly adsTxtDomain: string;
  readonly adsTxtRequired: boolean;
  /** Unit: 10^-11 coins. */
  readonly joiningFee: Amount;
}

/** The state that all peers share. */
export interface PeerStatus {
  readonly mode: PeerMode;
  /** Since when nothing goes on with any; null: no operator has paused them. */
  readonly pausedAt: Date | null;
  /** The newest block that was read for broadcasts; null: none was yet. */
  readonly scannedTo: Date | null;
  /** When the block began that has the last broadcast of this server; null: no closed block has any. */
  readonly broadcastAt: Date | null;
}

/** Most words on a peer that are told of, the newest ones. */
export const mostWords = 20;

/** The clocks of a peer and of this server at one moment. */
export interface PeerClocks {
  readonly theirs: Date;
  readonly ours: Date;
}

/** Another server of the network, named by its account on the ledger. */
export interface Peer extends PeerStanding {
  /** With checksum, upper-case. */
  readonly address: string;
  /** Where it says what it is. */
  readonly url: string;
  /** As it was read last, and taken. */
  readonly info: PeerInfo;
  /** Other hosts than those of `info`, which count from `takenAt` on; null: there are none. */
  readonly nextInfo: { readonly info: PeerInfo; readonly takenAt: Date } | null;
  readonly foundAt: Date;
  /** The block of its newest broadcast; null: the operator has found it. */
  readonly broadcastAt: Date | null;
  /** When it answered last as it should. */
  readonly answeredAt: Date;
  /** When it was asked last. */
  readonly askedAt: Date;
  /** Calls that came to nothing, in a row. */
  readonly failures: number;
  /** Answers of its place in a row that were another account’s, whatever calls in between came to nothing; absent: none. */
  readonly foreignAnswers?: number;
  /** Why the last call came to nothing; null: it did not. */
  readonly problem: string | null;
  /** When it is asked again after a failure; null: at its next broadcast. */
  readonly nextTryAt: Date | null;
  /** Most that its sites may earn on one day (UTC): 10^-11 coins; null: the usual limit. */
  readonly dailyLimit: Amount | null;
  /** Types of its creatives that may come here. */
  readonly creativeTypes: readonly CreativeType[];
  /** Clocks of its last request with a time that was refused; null: there was none. */
  readonly clocks: PeerClocks | null;
  readonly states: readonly TimedState<PeerStanding>[];
}

/** The outcome of trading with a peer, since it is known. */
export interface PeerFigures {
  /** Campaigns of the peer that are here. */
  readonly campaigns: number;
  /** Accepted views of our campaigns on its sites, and of its campaigns on ours. */
  readonly viewsThere: bigint;
  readonly viewsHere: bigint;
  /** Unit: 10^-11 coins: earned by it and not paid, paid to it, received of it. */
  readonly owed: Amount;
  readonly paid: Amount;
  readonly received: Amount;
}

/** Types that come here where the operator names none: what a browser shows without running it. */
export const usualCreativeTypes: readonly CreativeType[] = ['image', 'video'];

/** How a peer answers. */
export const peerReaches = ['answering', 'failing', 'unreachable', 'silent', 'gone'] as const;
export type PeerReach = (typeof peerReaches)[number];

export const silentAfterMs = dayMs;
export const goneAfterMs = 7 * dayMs;
/** Calls in a row that come to nothing. */
const unreachableAfter = 10;
const tryAgainMs = 10 * 60_000;
/** Hours between tries are doubled till they are more. */
const mostHours = 256;

type Answering = Pick<Peer, 'broadcastAt' | 'failures'>;

/** @see docs/contract.md §10 */
export function reachOf({ broadcastAt, failures }: Answering, now: Date): PeerReach {
  const silentMs = broadcastAt === null ? 0 : now.getTime() - broadcastAt.getTime();
  if (silentMs >= goneAfterMs) return 'gone';
  if (silentMs >= silentAfterMs) return 'silent';
  if (failures >= unreachableAfter) return 'unreachable';
  return failures > 0 ? 'failing' : 'answering';
}

/** When a peer is asked again after so many failures in a row; null: at its next broadcast. */
export function nextTryAfter(failures: number, now: Date): Date | null {
  if (failures < unreachableAfter) return new Date(now.getTime() + tryAgainMs);
  const hours = 2 ** (failures - unreachableAfter);
  return hours > mostHours ? null : new Date(now.getTime() + hours * hourMs);
}

/** Hosts that a peer's information leads to. */
export function hostsOf({ serverUrl, inventoryUrl }: PeerInfo): readonly string[] {
  return [...new Set([new URL(serverUrl).host, new URL(inventoryUrl).host])];
}

/** Campaigns of ours on a peer's sites, or campaigns of the peer on ours. */
export type PeerDirection = 'oursThere' | 'theirsHere';

/**
 * Says that something of a peer may go on in a direction now, whatever else is asked of it. A peer that does not pay is
 * paid still.
 *
 * @see docs/contract.md §10
 */
export function isAllowed(peer: PeerStanding, direction: PeerDirection): boolean {
  const { state, stopReason } = peer;
  const goesOn =
    state === 'allowed' ||
    (state === 'stopped' && stopReason === 'not_paying' && direction === 'oursThere');
  return goesOn && peer[direction];
}

/** Since when something of a peer has been allowed in a direction, without a break. */
export function allowedSince({ states }: Pick<Peer, 'states'>, direction: PeerDirection): Date {
  const broken = states.findLastIndex((standing) => !isAllowed(standing, direction));
  return states[broken + 1]?.at ?? new Date(0);
}

/** Says that campaigns of a peer may be offered now. */
export function isShown(peer: PeerStanding): boolean {
  return isAllowed(peer, 'theirsHere') && !peer.awaitsPayment;
}

/** Says that something goes on with a peer in any direction. */
export function isTradedWith(peer: PeerStanding): boolean {
  return isAllowed(peer, 'oursThere') || isAllowed(peer, 'theirsHere');
}
