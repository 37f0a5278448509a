import { mostRpmOf, rpmIn } from './bid-modifiers';
import { bidOf, highestBid } from './ranking/rank';
import type { Clauses, SelectionInput } from './rule';
import type { Candidate, SelectionContext, Targeting } from './types';

// Functions that several rules, or a rule and the index, share: as it is the very same function, they mean the same.

/**
 * The most that a candidate bids in any request. The index arranges candidates by it: a rule of kind `floor` costs nothing.
 * Where nothing is paid, all bid alike, above any floor.
 */
export const mostBid = (candidate: Candidate): number =>
  candidate.ownSites === null ? bidOf(mostRpmOf(candidate)) : highestBid;

/** Says that what the candidate bids differs from request to request. */
export const isModified = ({ modifiers, ownSites }: Candidate): boolean =>
  modifiers !== null && ownSites === null;

/** The bid in one request: without modifiers the same in each. */
export const bidIn = (candidate: Candidate, context: SelectionContext): number =>
  candidate.ownSites === null ? bidOf(rpmIn(candidate, context)) : highestBid;

/** The index finds candidates by it: a few ids that a request wants are looked up. */
export const creativeId = ({ creativeId }: Candidate): string => creativeId;

/** The index keeps one bit for campaigns that are not eligible. */
export const campaignId = ({ campaignId }: Candidate): string => campaignId;

/** The campaign's requirements of page and visitor. */
export const requirements = ({ requires }: Candidate): Targeting => requires;

/** The label of creatives of other servers: the server, and what stands for all servers. */
export const peerLabel = 'peer';
export const anyPeer = '*';
/** The label of creatives that are shown where their views are measured alone. */
export const viewabilityLabel = 'viewability';
export const requiredViewability = 'required';
/** The label of creatives that known visitors alone are shown. */
export const visitorLabel = 'visitor';
export const knownVisitor = 'known';
const ownLabels: ReadonlySet<string> = new Set([
  ...['type', 'mime'],
  ...[peerLabel, viewabilityLabel, visitorLabel],
]);

/** The labels that publishers choose creatives by: type, MIME type, other servers and the findings of classifiers. */
export function creativeLabels(candidate: Candidate): Clauses {
  const { type, mime, peer, requiresViewability, requiresKnownVisitor, keywords } = candidate;
  const own: [string, readonly string[]][] = [
    ['type', [type]],
    ['mime', [mime]],
  ];
  if (peer !== null) own.push([peerLabel, [anyPeer, peer]]);
  if (requiresViewability) own.push([viewabilityLabel, [requiredViewability]]);
  if (requiresKnownVisitor) own.push([visitorLabel, [knownVisitor]]);
  if (keywords.size === 0) return own;
  // These are a creative's own, whatever a classifier calls so.
  return [...own, ...[...keywords].filter(([key]) => !ownLabels.has(key))];
}

/** The features of page, visitor and placement. */
export function features({ imp, context }: SelectionInput): readonly Targeting[] {
  return imp.features ? [context.features, imp.features] : [context.features];
}
