import { LRUCache } from 'lru-cache';
import { toApproximateNumber } from '../../amount';
import type { Account } from '../../identity/accounts/account';
import type { AccountStore } from '../../identity/accounts/account.store';
import { type CacheFigures, countLookups } from '../../platform/process/cache-figures';
import { roomFor } from '../../platform/process/cache-room';
import type { Placement, PlacementKey } from '../../supply/placements/placement.resource';
import type { PlacementStore } from '../../supply/placements/placement.store';
import type { Site } from '../../supply/sites/site.resource';
import type { SiteStore } from '../../supply/sites/site.store';
import type { CurrentTaxonomy } from '../../demand/taxonomy/current-taxonomy';
import { createKnownAccounts } from './known-accounts';
import { type KnownPlacement, type KnownSite, scopesIn, toKnownSite } from './known-supply';
import { createSharedWork } from '../../platform/limits/shared-work';

/**
 * Sites, placements and publishers in memory, bounded, read through from the stores: a find of known ones asks no
 * database. What `find…` looks for and does not find may be in the store.
 */
export interface SupplyDirectory {
  /** null: known not to exist, as of the last 2 seconds; undefined: not in memory. */
  findPlacement(id: string): KnownPlacement | null | undefined;
  /** Reads placements that are not in memory. */
  loadPlacements(ids: readonly string[]): Promise<void>;
  findSite(publisherId: string, host: string): KnownSite | null;
  findPlacementByKey(key: PlacementKey): KnownPlacement | null;
  /** @param name an account id or a proven address, as `publisherNameOf` returns it */
  findAccount(name: string): Account | null;
  loadAccount(name: string): Promise<Account | null>;

  /** Adds what was read or made inside `share`, so that changes told meanwhile are not lost. */
  addAccount(account: Account): void;
  addSite(site: Site): Promise<KnownSite>;
  addPlacement(placement: Placement, site: KnownSite): KnownPlacement;

  /** Runs `make` once for all callers that ask for the same key while it is under way. */
  share<Value>(key: string, make: () => Promise<Value>): Promise<Value>;

  /** Host of a site in memory; null: ask the store. */
  findSiteHost(siteId: string): string | null;
  /** Takes up changes, also of what is being read just now; ids that are not in memory are no concern. */
  refresh(changed: {
    readonly siteIds: readonly string[];
    readonly placementIds: readonly string[];
    readonly accountIds: readonly string[];
  }): Promise<void>;

  readonly placementFigures: () => CacheFigures;
  readonly siteFigures: () => CacheFigures;
}

export interface SupplyDirectoryOptions {
  readonly sites: SiteStore;
  readonly placements: PlacementStore;
  readonly accounts: AccountStore;
  readonly taxonomy: Pick<CurrentTaxonomy, 'current'>;
  /** Most placements in memory; sites and publishers likewise. */
  readonly maxEntries: number;
}

const unknownForMs = 2_000;
const textOfKey = ({ siteId, width, height, depth, name }: PlacementKey) =>
  `${siteId}|${width}x${height}x${depth}|${name}`;
const hostKeyOf = ({ publisherId, host }: Site) => `${publisherId}|${host}`;

export function createSupplyDirectory(options: SupplyDirectoryOptions): SupplyDirectory {
  const { sites, placements, accounts, taxonomy, maxEntries } = options;
  const room = roomFor(maxEntries);
  const sitesOfPublisher = new Map<string, Set<KnownSite>>();
  const sitesById = new LRUCache<string, KnownSite>({ ...room, dispose: forgetSite });
  const sitesByHost = new LRUCache<string, KnownSite>(room);
  const placementsById = new LRUCache<string, KnownPlacement>({
    ...room,
    dispose: forgetPlacement,
  });
  const placementsByKey = new LRUCache<string, KnownPlacement>(room);
  const unknownPlacements = new LRUCache<string, true>({ ...room, ttl: unknownForMs });
  const lookups = { placements: countLookups(placementsById), sites: countLookups(sitesById) };
  const shared = createSharedWork();
  const { share } = shared;
  const publishers = createKnownAccounts({ accounts, share, room });

  async function addSite(site: Site): Promise<KnownSite> {
    const fresh = toKnownSite(site, await publishers.loadAccount(site.publisherId));
    const known = sitesById.get(site.id);
    sitesById.delete(site.id);
    const entry = known ? Object.assign(known, fresh) : fresh;
    sitesById.set(site.id, entry);
    sitesByHost.set(hostKeyOf(site), entry);
    const siblings = sitesOfPublisher.get(site.publisherId) ?? new Set();
    sitesOfPublisher.set(site.publisherId, siblings.add(entry));
    return entry;
  }

  function forgetSite(known: KnownSite): void {
    const { publisherId } = known.site;
    sitesByHost.delete(hostKeyOf(known.site));
    const siblings = sitesOfPublisher.get(publisherId);
    siblings?.delete(known);
    if (siblings?.size === 0) sitesOfPublisher.delete(publisherId);
  }

  function addPlacement(placement: Placement, site: KnownSite): KnownPlacement {
    const { minimumRpm } = placement;
    const entry = {
      placement,
      taxonomy: taxonomy.current,
      scopes: scopesIn(taxonomy.current, site.site, placement),
      bidFloor: minimumRpm === null ? undefined : toApproximateNumber(minimumRpm),
      site,
    };
    placementsById.set(placement.id, entry);
    placementsByKey.set(textOfKey(placement), entry);
    unknownPlacements.delete(placement.id);
    return entry;
  }

  function forgetPlacement({ placement }: KnownPlacement): void {
    placementsByKey.delete(textOfKey(placement));
  }

  /**
   * A placement is in memory only together with its site: nobody tells changes of a site that is not. Its sizes are
   * found anew when another taxonomy is in force.
   */
  function unlessAlone(known: KnownPlacement | undefined): KnownPlacement | null {
    if (!known || sitesById.get(known.placement.siteId) !== known.site) return null;
    if (known.taxonomy !== taxonomy.current) {
      known.taxonomy = taxonomy.current;
      known.scopes = scopesIn(known.taxonomy, known.site.site, known.placement);
    }
    return known;
  }

  function loadPlacements(ids: readonly string[]): Promise<void> {
    lookups.placements.miss(ids.length);
    return share(`placements ${ids.join()}`, () => readPlacements(ids));
  }

  async function readPlacements(ids: readonly string[]): Promise<void> {
    const found = await placements.listByIds(ids);
    const missing = new Set(found.map(({ siteId }) => siteId).filter((id) => !sitesById.has(id)));
    for (const site of await (missing.size > 0 ? sites.listByIds([...missing]) : []))
      await addSite(site);
    const gone = new Set(ids);
    for (const placement of found) {
      const site = sitesById.get(placement.siteId);
      if (!site) continue;
      addPlacement(placement, site);
      gone.delete(placement.id);
    }
    for (const id of gone) {
      placementsById.delete(id);
      unknownPlacements.set(id, true);
    }
  }

  async function refreshAccount(id: string): Promise<void> {
    const siblings = sitesOfPublisher.get(id);
    if (!siblings && !publishers.hasAccount(id)) return;
    const account = await publishers.refreshAccount(id);
    for (const site of siblings ?? []) site.publisher = account;
  }

  async function refreshSites(ids: readonly string[]): Promise<void> {
    const gone = new Set(ids.filter((id) => sitesById.has(id)));
    for (const site of await (gone.size > 0 ? sites.listByIds([...gone]) : [])) {
      gone.delete(site.id);
      await addSite(site);
    }
    for (const id of gone) sitesById.delete(id);
  }

  return {
    findPlacement(id) {
      const known =
        unlessAlone(placementsById.get(id)) ?? (unknownPlacements.has(id) ? null : undefined);
      if (known !== undefined) lookups.placements.hit();
      return known;
    },
    loadPlacements,
    findSite(publisherId, host) {
      const known = sitesByHost.get(`${publisherId}|${host}`) ?? null;
      if (known) lookups.sites.hit();
      else lookups.sites.miss();
      return known;
    },
    findPlacementByKey: (key) => unlessAlone(placementsByKey.get(textOfKey(key))),
    findAccount: publishers.findAccount,
    loadAccount: publishers.loadAccount,
    addAccount: publishers.addAccount,
    addSite,
    addPlacement,
    share,
    findSiteHost: (siteId) => sitesById.get(siteId)?.site.host ?? null,

    async refresh(changed) {
      // A read that began before the change was told may be older than it, and is not in memory yet.
      await shared.settled();
      for (const id of changed.accountIds) await refreshAccount(id);
      await refreshSites(changed.siteIds);
      for (const id of changed.placementIds) unknownPlacements.delete(id);
      const known = changed.placementIds.filter((id) => placementsById.has(id));
      if (known.length > 0) await readPlacements(known);
    },

    placementFigures: lookups.placements.figures,
    siteFigures: lookups.sites.figures,
  };
}
