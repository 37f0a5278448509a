import { budgetTimeOf } from '../../../market/events/event';
import { hourIdOf } from '../../amounts/hour';
import type { CaseCounts, JudgedEvent, VerificationLimits } from './event-rule';
import { isLocalAddress } from '../../../ip-address';

type Counted = Pick<
  JudgedEvent,
  'advertiserId' | 'offeredAt' | 'exp' | 'occurredAt' | 'trackingId' | 'remoteAddress' | 'siteId'
>;

/** The keys that accepted views of an event's visitor, network and site are counted by; null: not counted. */
function keysOf(event: Counted): Readonly<Record<keyof CaseCounts, string | null>> {
  const { advertiserId, trackingId, remoteAddress, siteId } = event;
  const prefix = `${advertiserId}:${hourIdOf(budgetTimeOf(event))}`;
  const isCounted = remoteAddress !== null && !isLocalAddress(remoteAddress);
  return {
    visitor: trackingId === null ? null : `${prefix}:visitor:${trackingId}`,
    network: isCounted ? `${prefix}:network:${remoteAddress}` : null,
    site: `${prefix}:site:${siteId}`,
  };
}

/** The keys of those counts that have a limit. */
export function tallyKeysOf(event: Counted, { cases }: VerificationLimits): readonly string[] {
  const keys = keysOf(event);
  return (['visitor', 'network', 'site'] as const)
    .filter((kind) => cases[kind] > 0)
    .map((kind) => keys[kind])
    .filter((key) => key !== null);
}

export function caseCountsOf(event: Counted, countOf: (key: string) => number): CaseCounts {
  const { visitor, network, site } = keysOf(event);
  return {
    visitor: visitor === null ? 0 : countOf(visitor),
    network: network === null ? 0 : countOf(network),
    site: site === null ? 0 : countOf(site),
  };
}
