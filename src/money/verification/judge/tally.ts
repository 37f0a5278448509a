import { hash } from 'node:crypto';
import { budgetTimeOf } from '../../../market/events/event';
import { hourIdOf } from '../../../hour';
import type { RejectionReason } from '../verdict';
import type { ActivityCounts, JudgedEvent, VerificationLimits } from './event-rule';
import { isLocalAddress } from '../../../ip-address';

type Counted = Pick<
  JudgedEvent,
  | 'kind'
  | 'advertiserId'
  | 'publisherId'
  | 'offeredAt'
  | 'exp'
  | 'occurredAt'
  | 'trackingId'
  | 'userAgent'
  | 'remoteAddress'
  | 'siteId'
>;

/** Reasons that refuse too many clicks. Clicks that they refuse count, too: else one more click would pass with each few views. */
const reasonsOfClicks: readonly (RejectionReason | null)[] = [
  ...(['visitor_click_rate', 'network_click_rate'] as const),
  ...(['pair_click_rate', 'site_click_rate'] as const),
];

/** Says that an event counts for later events: an accepted one (null), or one that was refused for too many clicks. */
export const isCounted = (reason: RejectionReason | null): boolean =>
  reason === null || reasonsOfClicks.includes(reason);

type Scope = keyof ActivityCounts;
const scopes = ['visitor', 'network', 'pair', 'site'] as const satisfies readonly Scope[];

/** The member of a tally that counts events of a kind. */
const members = { impression: 'cases', click: 'clicks' } as const;

/**
 * The tallies that an event counts in: of its visitor, its network, the pair of network and publisher, and its site. Each is
 * told by the tally's id, a blank, and the path of its members; null: not counted.
 */
function placesOf(event: Counted): Readonly<Record<Scope, string | null>> {
  const { advertiserId, publisherId, remoteAddress, siteId } = event;
  const prefix = `${advertiserId}:${hourIdOf(budgetTimeOf(event))}`;
  const isCounted = remoteAddress !== null && !isLocalAddress(remoteAddress);
  const network = isCounted ? `${prefix}:network:${remoteAddress} ` : null;
  const visitor = visitorOf(event, isCounted);
  return {
    visitor: visitor === null ? null : `${prefix}:visitor:${visitor} `,
    network,
    pair: network === null ? null : `${network}of.${publisherId}.`,
    site: `${prefix}:site:${siteId} `,
  };
}

/** Without a cookie, a visitor is told by network and browser. */
function visitorOf(
  { trackingId, remoteAddress, userAgent }: Counted,
  isCounted: boolean,
): string | null {
  if (trackingId !== null) return trackingId;
  return isCounted ? `${remoteAddress}+${hash('sha256', userAgent).slice(0, 12)}` : null;
}

function countedPlacesOf(event: Counted, limits: VerificationLimits): readonly string[] {
  const places = placesOf(event);
  return scopes
    .filter((scope) => limits.cases[scope] > 0 || limits.clickShares[scope] > 0)
    .map((scope) => places[scope])
    .filter((place) => place !== null);
}

/** The keys of the limited counts that a counted event adds to. */
export function tallyKeysOf(event: Counted, limits: VerificationLimits): readonly string[] {
  return countedPlacesOf(event, limits).map((place) => `${place}${members[event.kind]}`);
}

/** The keys of all counts that an event is judged by. */
export function askedKeysOf(event: Counted, limits: VerificationLimits): readonly string[] {
  return countedPlacesOf(event, limits).flatMap((place) => [
    `${place}${members.impression}`,
    `${place}${members.click}`,
  ]);
}

/** Counted views and clicks of the hour, as the rules ask for them. */
export function activityOf(
  event: Counted,
  countOf: (key: string) => number,
): { readonly cases: ActivityCounts; readonly clicks: ActivityCounts } {
  const places = placesOf(event);
  const countsOf = (member: string): ActivityCounts => {
    const of = (scope: Scope) => {
      const place = places[scope];
      return place === null ? 0 : countOf(`${place}${member}`);
    };
    return { visitor: of('visitor'), network: of('network'), pair: of('pair'), site: of('site') };
  };
  return { cases: countsOf(members.impression), clicks: countsOf(members.click) };
}
