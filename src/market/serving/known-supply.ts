import { toApproximateNumber } from '../../amount';
import type { Account } from '../../identity/accounts/account';
import type { Placement, PlacementKey } from '../../supply/placements/placement.resource';
import type { PublisherFilter } from '../selection/types';
import { scopesOfPlacement } from '../../sizes';
import { accountsOf } from '../../supply/sites/blocked-advertiser';
import { WholeCategories } from '../../supply/sites/blocked-categories';
import { HostsInDomains } from '../../supply/sites/blocked-domains';
import type { Site } from '../../supply/sites/site.resource';
import { findFormats, type Taxonomy } from '../../demand/taxonomy/taxonomy';
import type { BidRequestBox } from './bid-request';
import { SiteFloors } from './site-floors';

/** A site as finds need it. The directory replaces what is in it when site or publisher change. */
export interface KnownSite {
  site: Site;
  /** null: the unclaimed publisher, which has no account. */
  publisher: Account | null;
  publisherFilter: PublisherFilter;
  /** Creatives that the publisher rejected. */
  blockedCreativeIds: ReadonlySet<string> | undefined;
  /** Hosts of landing pages that no ad may lead to. */
  blockedDomains: HostsInDomains | undefined;
  /** Categories of goods that no ad may be for. */
  blockedCategories: WholeCategories | undefined;
  /** Advertisers of whom no ad is shown. */
  blockedAdvertiserIds: ReadonlySet<string> | undefined;
  /** Set where only these are shown. */
  acceptedCreativeIds: ReadonlySet<string> | undefined;
  /** They hold where the placement does not say. */
  floors: SiteFloors;
  /** The host and its parent domains: what campaigns target as `site:domain`. */
  domains: readonly string[];
}

export interface KnownPlacement {
  placement: Placement;
  /** The taxonomy that its sizes were found by. */
  taxonomy: Taxonomy;
  /** Sizes that image, html, model and direct creatives must have here. */
  scopes: readonly string[];
  /** USD per thousand impressions that a creative must bring; absent: as the site says. */
  bidFloor: number | undefined;
  site: KnownSite;
}

/**
 * Says that a publisher's name in a find means an account: its id, one of its proven addresses, or the id of an account
 * that was merged into it.
 */
export function isNamedBy(account: Account, name: string): boolean {
  const { id, provenAddresses, mergedIds, mergedIntoId } = account;
  if (mergedIntoId !== null) return false;
  return id === name || provenAddresses.includes(name) || mergedIds.includes(name);
}

/** Says that a page on this host is one of the site's: on its host, or on a subdomain. */
export const isOnSite = (host: string, site: Pick<Site, 'host'>): boolean =>
  host === site.host || host.endsWith(`.${site.host}`);

/** The key of a page's box in its site. */
export function placementKeyOf(
  { width, height, depth, name }: BidRequestBox,
  { site }: KnownSite,
): PlacementKey {
  return { siteId: site.id, width, height, depth, name };
}

export function toKnownSite(site: Site, publisher: Account | null): KnownSite {
  return {
    site,
    publisher,
    publisherFilter: {
      requires: new Map(Object.entries(site.filtering.requires)),
      excludes: new Map(Object.entries(site.filtering.excludes)),
    },
    blockedCreativeIds:
      site.rejectedCreativeIds.length > 0 ? new Set(site.rejectedCreativeIds) : undefined,
    blockedDomains:
      site.blockedDomains.length > 0 ? new HostsInDomains(site.blockedDomains) : undefined,
    blockedCategories:
      site.blockedCategories.length > 0 ? new WholeCategories(site.blockedCategories) : undefined,
    blockedAdvertiserIds:
      site.blockedAdvertisers.length > 0 ? accountsOf(site.blockedAdvertisers) : undefined,
    acceptedCreativeIds: site.onlyAcceptedCreatives ? new Set(site.acceptedCreativeIds) : undefined,
    floors: new SiteFloors(site),
    domains: domainsOf(site.host),
  };
}

/** The least price of a placement, as the ranking compares prices. */
export function floorOf({ minimumRpm }: Pick<Placement, 'minimumRpm'>): number | undefined {
  return minimumRpm === null ? undefined : toApproximateNumber(minimumRpm);
}

/** `news.example.org` is in the domains `news.example.org`, `example.org` and `org`; an address only in itself. */
export function domainsOf(host: string): readonly string[] {
  if (/^[\d.]+$|^\[/.test(host)) return [host];
  const labels = host.split('.');
  return labels.map((_label, at) => labels.slice(at).join('.'));
}

/** Sizes that creatives may have in a placement of a site. */
export function scopesIn(
  taxonomy: Taxonomy,
  { medium, vendor }: Site,
  placement: Placement,
): readonly string[] {
  if (placement.popScope !== null) return [placement.popScope];
  const formats = findFormats(taxonomy, medium, vendor) ?? [];
  const mediumScopes = new Set(formats.flatMap(({ scopes }) => scopes));
  return scopesOfPlacement({ ...placement, medium }, [...mediumScopes]);
}
