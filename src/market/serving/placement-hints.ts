import { isLocalAddress } from '../../ip-address';
import type { BidRequest } from './bid-request';
import { isOnSite, type KnownPlacement } from './known-supply';
import type { ResolvedPlacements } from './supply-resolution';

/** A word on a placement that stays empty, for whoever builds the page: our tag says it. */
export interface PlacementHint {
  readonly impId: string;
  /** The host of the page, as the find says. */
  readonly pageHost: string;
  /** The host of the placement’s site, where the page is on another one; null: the page is on that host. */
  readonly siteHost: string | null;
  /** `<width>x<height>` of a sample ad to show; null: none. */
  readonly sample: string | null;
}

/**
 * Hints for placements without a bid, for our own tag alone: on a page of another host than the site's, and in test mode.
 * A page of another host that is local, as developers have them, shows a sample.
 */
export function hintsOf(
  { imps, site, isTest, isFromTag }: BidRequest,
  placements: ResolvedPlacements,
  bids: readonly { readonly impId: string }[],
): readonly PlacementHint[] {
  if (!isFromTag || bids.length === imps.length) return [];
  const filled = new Set(bids.map(({ impId }) => impId));
  return imps.flatMap(({ id }, at) => {
    const known = placements[at];
    if (!isKnown(known) || filled.has(id)) return [];
    const siteHost = isOnSite(site.host, known.site.site) ? null : known.site.site.host;
    if (siteHost === null && !isTest) return [];
    const showsSample = isTest || isLocalHost(site.host);
    const { host: pageHost } = site;
    return [{ impId: id, pageHost, siteHost, sample: showsSample ? sampleOf(known) : null }];
  });
}

const isKnown = (known: ResolvedPlacements[number]): known is KnownPlacement =>
  typeof known === 'object' && known !== null;

/** A host that names no machine of the Internet. @param host as `hostOfUrl` returns it */
function isLocalHost(host: string): boolean {
  return /(?:^|\.)(?:localhost|local)$/.test(host) || isLocalAddress(host.replace(/^\[|\]$/g, ''));
}

/** Windows and models have no picture on a page, and an archived placement is gone for good. */
function sampleOf({ placement }: KnownPlacement): string | null {
  const { width, height, depth, popScope, status } = placement;
  if (popScope !== null || depth > 0 || status === 'archived') return null;
  return `${width}x${height}`;
}
