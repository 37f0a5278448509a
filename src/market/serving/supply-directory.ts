import { LRUCache } from 'lru-cache';
import type { Account } from '../../identity/accounts/account';
import type { AccountStore } from '../../identity/accounts/account.store';
import {
  type CacheFigures,
  countLookups,
  type Lookups,
} from '../../platform/process/cache-figures';
import { roomFor } from '../../platform/process/cache-room';
import type { Placement, PlacementKey } from '../../supply/placements/placement.resource';
import type { PlacementStore } from '../../supply/placements/placement.store';
import type { Site } from '../../supply/sites/site.resource';
import type { SiteStore } from '../../supply/sites/site.store';
import type { CurrentTaxonomy } from '../../demand/taxonomy/current-taxonomy';
import { createKnownAccounts } from './known-accounts';
import {
  floorOf,
  type KnownPlacement,
  type KnownSite,
  scopesIn,
  toKnownSite,
} from './known-supply';
import { createSharedWork } from '../../platform/limits/shared-work';

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

/**
 * Sites, placements and publishers in memory, bounded, read through from the stores: a find of known ones asks no
 * database. What `find…` looks for and does not find may be in the store.
 */
export class SupplyDirectory {
  readonly #sitesOfPublisher = new Map<string, Set<KnownSite>>();
  readonly #sitesById: LRUCache<string, KnownSite>;
  readonly #sitesByHost: LRUCache<string, KnownSite>;
  readonly #placementsById: LRUCache<string, KnownPlacement>;
  readonly #placementsByKey: LRUCache<string, KnownPlacement>;
  readonly #unknownPlacements: LRUCache<string, true>;
  readonly #siteLookups: Lookups;
  readonly #placementLookups: Lookups;
  readonly #shared = createSharedWork();
  readonly #publishers: ReturnType<typeof createKnownAccounts>;

  constructor(private readonly options: SupplyDirectoryOptions) {
    const { accounts, maxEntries } = options;
    const room = roomFor(maxEntries);
    this.#sitesById = new LRUCache({ ...room, dispose: (known) => this.#forgetSite(known) });
    this.#sitesByHost = new LRUCache(room);
    this.#placementsById = new LRUCache({
      ...room,
      dispose: ({ placement }) => this.#placementsByKey.delete(textOfKey(placement)),
    });
    this.#placementsByKey = new LRUCache(room);
    this.#unknownPlacements = new LRUCache({ ...room, ttl: unknownForMs });
    this.#siteLookups = countLookups(this.#sitesById);
    this.#placementLookups = countLookups(this.#placementsById);
    this.#publishers = createKnownAccounts({ accounts, share: this.#shared.share, room });
  }

  /** null: known not to exist, as of the last 2 seconds; undefined: not in memory. */
  findPlacement(id: string): KnownPlacement | null | undefined {
    const known =
      this.#unlessAlone(this.#placementsById.get(id)) ??
      (this.#unknownPlacements.has(id) ? null : undefined);
    if (known !== undefined) this.#placementLookups.hit();
    return known;
  }

  /** Reads placements that are not in memory. */
  loadPlacements(ids: readonly string[]): Promise<void> {
    this.#placementLookups.miss(ids.length);
    return this.share(`placements ${ids.join()}`, () => this.#readPlacements(ids));
  }

  findSite(publisherId: string, host: string): KnownSite | null {
    const known = this.#sitesByHost.get(`${publisherId}|${host}`) ?? null;
    if (known) this.#siteLookups.hit();
    else this.#siteLookups.miss();
    return known;
  }

  findPlacementByKey(key: PlacementKey): KnownPlacement | null {
    return this.#unlessAlone(this.#placementsByKey.get(textOfKey(key)));
  }

  /** @param name an account id or a proven address, as `publisherNameOf` returns it */
  findAccount(name: string): Account | null {
    return this.#publishers.findAccount(name);
  }

  loadAccount(name: string): Promise<Account | null> {
    return this.#publishers.loadAccount(name);
  }

  /** Adds what was read or made inside `share`, so that changes told meanwhile are not lost. */
  addAccount(account: Account): void {
    this.#publishers.addAccount(account);
  }

  /** Adds what was read or made inside `share`. */
  async addSite(site: Site): Promise<KnownSite> {
    const fresh = toKnownSite(site, await this.#publishers.loadAccount(site.publisherId));
    const known = this.#sitesById.get(site.id);
    this.#sitesById.delete(site.id);
    const entry = known ? Object.assign(known, fresh) : fresh;
    this.#sitesById.set(site.id, entry);
    this.#sitesByHost.set(hostKeyOf(site), entry);
    const siblings = this.#sitesOfPublisher.get(site.publisherId) ?? new Set();
    this.#sitesOfPublisher.set(site.publisherId, siblings.add(entry));
    return entry;
  }

  /** Adds what was read or made inside `share`. */
  addPlacement(placement: Placement, site: KnownSite): KnownPlacement {
    const { current: taxonomy } = this.options.taxonomy;
    const entry = {
      placement,
      taxonomy,
      scopes: scopesIn(taxonomy, site.site, placement),
      bidFloor: floorOf(placement),
      site,
    };
    this.#placementsById.set(placement.id, entry);
    this.#placementsByKey.set(textOfKey(placement), entry);
    this.#unknownPlacements.delete(placement.id);
    return entry;
  }

  /** Runs `make` once for all callers that ask for the same key while it is under way. */
  share<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
    return this.#shared.share(key, make);
  }

  /** Host of a site in memory; null: ask the store. */
  findSiteHost(siteId: string): string | null {
    return this.#sitesById.get(siteId)?.site.host ?? null;
  }

  /** Takes up changes, also of what is being read just now; ids that are not in memory are no concern. */
  async refresh(changed: {
    readonly siteIds: readonly string[];
    readonly placementIds: readonly string[];
    readonly accountIds: readonly string[];
  }): Promise<void> {
    // A read that began before the change was told may be older than it, and is not in memory yet.
    await this.#shared.settled();
    for (const id of changed.accountIds) await this.#refreshAccount(id);
    await this.#refreshSites(changed.siteIds);
    for (const id of changed.placementIds) this.#unknownPlacements.delete(id);
    const known = changed.placementIds.filter((id) => this.#placementsById.has(id));
    if (known.length > 0) await this.#readPlacements(known);
  }

  readonly placementFigures = (): CacheFigures => this.#placementLookups.figures();
  readonly siteFigures = (): CacheFigures => this.#siteLookups.figures();

  #forgetSite(known: KnownSite): void {
    const { publisherId } = known.site;
    this.#sitesByHost.delete(hostKeyOf(known.site));
    const siblings = this.#sitesOfPublisher.get(publisherId);
    siblings?.delete(known);
    if (siblings?.size === 0) this.#sitesOfPublisher.delete(publisherId);
  }

  /**
   * A placement is in memory only together with its site: nobody tells changes of a site that is not. Its sizes are
   * found anew when another taxonomy is in force.
   */
  #unlessAlone(known: KnownPlacement | undefined): KnownPlacement | null {
    const { taxonomy } = this.options;
    if (!known || this.#sitesById.get(known.placement.siteId) !== known.site) return null;
    if (known.taxonomy !== taxonomy.current) {
      known.taxonomy = taxonomy.current;
      known.scopes = scopesIn(known.taxonomy, known.site.site, known.placement);
    }
    return known;
  }

  async #readPlacements(ids: readonly string[]): Promise<void> {
    const found = await this.options.placements.listByIds(ids);
    const siteIds = new Set(found.map(({ siteId }) => siteId));
    await this.#readSites([...siteIds].filter((id) => !this.#sitesById.has(id)));
    const gone = new Set(ids);
    for (const placement of found) {
      const site = this.#sitesById.get(placement.siteId);
      if (!site) continue;
      this.addPlacement(placement, site);
      gone.delete(placement.id);
    }
    for (const id of gone) {
      this.#placementsById.delete(id);
      this.#unknownPlacements.set(id, true);
    }
  }

  /** @returns the ids of those that are no more. */
  async #readSites(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const gone = new Set(ids);
    for (const site of ids.length > 0 ? await this.options.sites.listByIds(ids) : []) {
      gone.delete(site.id);
      await this.addSite(site);
    }
    return gone;
  }

  async #refreshAccount(id: string): Promise<void> {
    const hasSites = this.#sitesOfPublisher.has(id);
    if (!hasSites && !this.#publishers.hasAccount(id)) return;
    const account = await this.#publishers.refreshAccount(id, hasSites);
    const sites = this.#sitesOfPublisher.get(id) ?? [];
    // Sites that have come meanwhile were given the account as it was before, and now it stays for them.
    if (!hasSites && this.#sitesOfPublisher.has(id)) await this.#refreshAccount(id);
    else for (const site of sites) site.publisher = account;
  }

  async #refreshSites(ids: readonly string[]): Promise<void> {
    const known = [...new Set(ids)].filter((id) => this.#sitesById.has(id));
    for (const id of await this.#readSites(known)) this.#sitesById.delete(id);
  }
}
