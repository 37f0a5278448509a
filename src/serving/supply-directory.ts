import { LRUCache } from 'lru-cache';
import type { Account } from '../accounts/account';
import type { AccountStore } from '../accounts/account.store';
import type { Placement, PlacementKey } from '../placements/placement';
import type { PlacementStore } from '../placements/placement.store';
import type { PublisherFilter } from '../selection/types';
import { scopesOfPlacement } from '../selection/sizes';
import type { Site } from '../sites/site';
import type { SiteStore } from '../sites/site.store';
import { findFormats } from '../taxonomy/taxonomy';

/** A site as finds need it. The directory replaces what is in it when the site changes. */
export interface KnownSite {
  site: Site;
  isPublisherSuspended: boolean;
  publisherFilter: PublisherFilter;
  /** The host and its parent domains: what campaigns target as `site:domain`. */
  domains: readonly string[];
}

export interface KnownPlacement {
  placement: Placement;
  /** Sizes that image, html, model and direct creatives must have here. */
  scopes: readonly string[];
  readonly site: KnownSite;
}

/**
 * Sites, placements and publishers in memory, bounded, read through from the stores: a find of known ones asks no
 * database. `undefined` means "not in memory".
 */
export interface SupplyDirectory {
  /** null: known not to exist, as of the last 2 seconds. */
  getPlacement(id: string): KnownPlacement | null | undefined;
  /** Reads placements that are not in memory. */
  loadPlacements(ids: readonly string[]): Promise<void>;
  getSite(publisherId: string, host: string): KnownSite | undefined;
  getPlacementByKey(key: PlacementKey): KnownPlacement | undefined;
  getAccount(id: string): Account | undefined;
  loadAccount(id: string): Promise<Account | null>;
  /** By any text that has named the publisher before. */
  getPublisherId(text: string): string | undefined;

  addSite(site: Site): Promise<KnownSite>;
  addPlacement(placement: Placement, site: KnownSite): KnownPlacement;
  addPublisher(text: string, account: Account): void;

  /** Runs `make` once for all callers that ask for the same key while it is under way. */
  share<Value>(key: string, make: () => Promise<Value>): Promise<Value>;

  /** Host of a site in memory; null: ask the store. */
  findSiteHost(siteId: string): string | null;
  /** Takes up changes; ids that are not in memory are no concern. */
  refresh(changed: {
    readonly siteIds: readonly string[];
    readonly placementIds: readonly string[];
    readonly accountIds: readonly string[];
  }): Promise<void>;
}

export interface SupplyDirectoryOptions {
  readonly sites: SiteStore;
  readonly placements: PlacementStore;
  readonly accounts: AccountStore;
  /** Most placements in memory; sites and publishers likewise. */
  readonly maxEntries: number;
}

const unknownForMs = 2_000;
const keyOf = ({ siteId, width, height, depth, name }: PlacementKey) =>
  `${siteId}|${width}x${height}x${depth}|${name}`;

export function createSupplyDirectory(options: SupplyDirectoryOptions): SupplyDirectory {
  const { sites, placements, accounts, maxEntries: max } = options;
  const sitesById = new LRUCache<string, KnownSite>({ max });
  const sitesByHost = new LRUCache<string, KnownSite>({ max });
  const placementsById = new LRUCache<string, KnownPlacement>({ max });
  const placementsByKey = new LRUCache<string, KnownPlacement>({ max });
  const unknownPlacements = new LRUCache<string, true>({ max, ttl: unknownForMs });
  const accountsById = new LRUCache<string, Account>({ max });
  const publisherIds = new LRUCache<string, string>({ max });
  const underWay = new Map<string, Promise<unknown>>();

  async function loadAccount(id: string): Promise<Account | null> {
    const account = accountsById.get(id) ?? (await accounts.findById(id));
    if (account) accountsById.set(id, account);
    return account;
  }

  async function addSite(site: Site): Promise<KnownSite> {
    const publisher = await loadAccount(site.publisherId);
    const fresh = toKnownSite(site, publisher?.suspendedReason != null);
    const known = sitesById.get(site.id);
    const entry = known ? Object.assign(known, fresh) : fresh;
    sitesById.set(site.id, entry);
    sitesByHost.set(`${site.publisherId}|${site.host}`, entry);
    return entry;
  }

  function addPlacement(placement: Placement, site: KnownSite): KnownPlacement {
    const { medium, vendor } = site.site;
    const mediumScopes = (findFormats(medium, vendor) ?? []).flatMap(({ scopes }) => scopes);
    const scopes = scopesOfPlacement({ ...placement, medium }, [...new Set(mediumScopes)]);
    const known = placementsById.get(placement.id);
    const entry = known ? Object.assign(known, { placement, scopes }) : { placement, scopes, site };
    placementsById.set(placement.id, entry);
    placementsByKey.set(keyOf(placement), entry);
    unknownPlacements.delete(placement.id);
    return entry;
  }

  async function loadPlacements(ids: readonly string[]): Promise<void> {
    const found = await placements.listByIds(ids);
    const missing = new Set(found.map(({ siteId }) => siteId).filter((id) => !sitesById.has(id)));
    for (const site of await (missing.size > 0 ? sites.listByIds([...missing]) : []))
      await addSite(site);
    for (const placement of found) {
      const site = sitesById.get(placement.siteId);
      if (site) addPlacement(placement, site);
    }
    for (const id of ids) if (!placementsById.has(id)) unknownPlacements.set(id, true);
  }

  return {
    getPlacement: (id) => placementsById.get(id) ?? (unknownPlacements.has(id) ? null : undefined),
    loadPlacements,
    getSite: (publisherId, host) => sitesByHost.get(`${publisherId}|${host}`),
    getPlacementByKey: (key) => placementsByKey.get(keyOf(key)),
    getAccount: (id) => accountsById.get(id),
    loadAccount,
    getPublisherId: (text) => publisherIds.get(text),
    addSite,
    addPlacement,
    addPublisher(text, account) {
      accountsById.set(account.id, account);
      publisherIds.set(text, account.id);
    },
    async share<Value>(key: string, make: () => Promise<Value>) {
      // Only callers with the same key meet, and a key names what it makes.
      const others = underWay.get(key) as Promise<Value> | undefined;
      if (others) return others;
      const made = make().finally(() => underWay.delete(key));
      underWay.set(key, made);
      return made;
    },
    findSiteHost: (siteId) => sitesById.get(siteId)?.site.host ?? null,

    async refresh({ siteIds, placementIds, accountIds }) {
      const knownAccounts = accountIds.filter((id) => accountsById.has(id));
      for (const id of knownAccounts) {
        accountsById.delete(id);
        await loadAccount(id);
      }
      const affected = new Set(knownAccounts);
      const stale = new Set(siteIds.filter((id) => sitesById.has(id)));
      if (affected.size > 0)
        for (const [id, { site }] of sitesById.entries())
          if (affected.has(site.publisherId)) stale.add(id);
      if (stale.size > 0) for (const site of await sites.listByIds([...stale])) await addSite(site);
      for (const id of placementIds) unknownPlacements.delete(id);
      const knownPlacements = placementIds.filter((id) => placementsById.has(id));
      if (knownPlacements.length > 0) await loadPlacements(knownPlacements);
    },
  };
}

function toKnownSite(site: Site, isPublisherSuspended: boolean): KnownSite {
  return {
    site,
    isPublisherSuspended,
    publisherFilter: {
      requires: new Map(Object.entries(site.filtering.requires)),
      excludes: new Map(Object.entries(site.filtering.excludes)),
    },
    domains: domainsOf(site.host),
  };
}

/** `news.example.org` is in the domains `news.example.org`, `example.org` and `org`; an address only in itself. */
function domainsOf(host: string): readonly string[] {
  if (/^[\d.]+$|^\[/.test(host)) return [host];
  const labels = host.split('.');
  return labels.map((_label, at) => labels.slice(at).join('.'));
}
