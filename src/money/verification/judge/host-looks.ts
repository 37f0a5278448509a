import {
  type HostLook,
  hostLookIdOf,
  lookGoodForMs,
  lookWaitMs,
} from '../../../market/peer-events/host-look.store';
import { sellerIdOf } from '../../../supply/sites/ads-txt';
import type { JudgedEvent } from './event-rule';

/** By the ids of `hostLookIdOf`. */
export type HostLooks = ReadonlyMap<string, HostLook>;

/** A view that waits for somebody to look at its host, an hour at most. */
export function awaitsHostLook(
  { kind, peer, occurredAt }: JudgedEvent,
  looks: HostLooks,
  now: Date,
): boolean {
  if (kind !== 'impression' || peer?.host === undefined || peer.unmet !== null) return false;
  if (isOver(occurredAt, now)) return false;
  return !isFresh(looks.get(hostLookIdOf(peer.host)), now);
}

/** Says that a host names the publisher of a view; null: nobody asks it. */
export function isNamedByHost(
  { kind, peer }: JudgedEvent,
  looks: HostLooks,
  allows: 'none' | 'direct' | 'all',
): boolean | null {
  if (allows === 'none' || kind !== 'impression' || peer?.host === undefined) return null;
  const look = looks.get(hostLookIdOf(peer.host));
  return look?.[allows].includes(sellerIdOf(peer.publisher)) === true;
}

/** Says that no look is waited for any more. */
export const isOver = (occurredAt: Date, now: Date): boolean =>
  now.getTime() - occurredAt.getTime() >= lookWaitMs;

export const isFresh = (look: HostLook | undefined, now: Date): boolean =>
  look?.lookedAt != null && now.getTime() - look.lookedAt.getTime() < lookGoodForMs;
