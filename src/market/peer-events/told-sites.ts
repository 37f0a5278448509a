import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { createId, idOfBytes } from '../../id';
import type { AccountStore } from '../../identity/accounts/account.store';
import { absentMembersOfNew } from '../../platform/resources/resource';
import { createSharedWork } from '../../platform/limits/shared-work';
import {
  createWindowLimiter,
  type WindowLimiterOptions,
} from '../../platform/limits/window-limiter';
import { ensurePeerAccount, peerAccountIdOf } from '../../peers/directory/peer-account.service';
import { siteResource } from '../../supply/sites/site.resource';
import type { SiteStore } from '../../supply/sites/site.store';
import { dayMs } from '../../time';
import type { SupplyDirectory } from '../serving/supply-directory';

export interface ToldSitesOptions {
  readonly sites: Pick<SiteStore, 'findByHost' | 'insertOrFind'>;
  readonly accounts: Pick<AccountStore, 'ensurePeer'>;
  readonly supplyDirectory: Pick<SupplyDirectory, 'findSite' | 'addSite'>;
  readonly counting: WindowLimiterOptions;
  readonly randomBytes: (length: number) => Buffer;
  readonly log: Logger;
}

/** New hosts of one server within 24 hours; the rest of them are one site. */
const newHosts = { name: 'peer-hosts', most: 1_000, windowMs: dayMs, isFinal: true };
const mostServers = 1_000;
/** Stands for the hosts behind those, and for pages of which no host is told. @see RFC 6761 §6.4 */
const restHost = 'rest.invalid';
const longestHost = 255;

/** Sites of other servers, made of the hosts that they tell. */
export class ToldSites {
  readonly #limiter: ReturnType<typeof createWindowLimiter>;
  readonly #share = createSharedWork().share;
  readonly #ensured = new Set<string>();
  readonly #accountIds = new LRUCache<string, string>({ max: mostServers });

  constructor(private readonly options: ToldSitesOptions) {
    this.#limiter = createWindowLimiter(options.counting, newHosts);
  }

  /** As `peerAccountIdOf` has it: remembered, for each view asks for it. */
  accountIdOf(address: string): string {
    const known = this.#accountIds.get(address);
    if (known !== undefined) return known;
    const id = peerAccountIdOf(address);
    this.#accountIds.set(address, id);
    return id;
  }

  /**
   * The id of a server's site of a host. Without the database that is the site of all its unknown hosts: an event is durable then,
   * too.
   *
   * @param host null: none is told
   */
  async siteIdOf(address: string, host: string | null, medium: string): Promise<string> {
    const accountId = this.accountIdOf(address);
    const told = host === null || host.length > longestHost ? restHost : host;
    const known = this.options.supplyDirectory.findSite(accountId, told);
    if (known) return known.site.id;
    try {
      return await this.#share(`${accountId} ${told}`, () =>
        this.#findOrMake({ address, accountId, host: told, medium }),
      );
    } catch (error) {
      this.options.log.warn(
        { err: error, peer: address },
        'the site of a peer cannot be looked up',
      );
      return restSiteIdOf(accountId);
    }
  }

  async #findOrMake(of: Told): Promise<string> {
    const { sites, randomBytes } = this.options;
    await this.#ensureRest(of);
    const known = await sites.findByHost(of.accountId, of.host);
    if (known) return this.#add(known);
    if ((await this.#limiter.take(of.address)) > 0) return restSiteIdOf(of.accountId);
    return this.#add(await this.#insert(of, createId({ randomBytes })));
  }

  /** The account and its site of all other hosts, before the first event that names them. */
  async #ensureRest(of: Told): Promise<void> {
    if (this.#ensured.has(of.accountId)) return;
    await ensurePeerAccount(this.options, of.address);
    const rest = { ...of, host: restHost };
    await this.#add(await this.#insert(rest, restSiteIdOf(of.accountId)));
    this.#ensured.add(of.accountId);
  }

  #insert({ accountId, host, medium }: Told, id: string) {
    return this.options.sites.insertOrFind({
      ...absentMembersOfNew(siteResource),
      ...{ id, publisherId: accountId, host, name: host.slice(0, 64), status: 'active', medium },
    });
  }

  async #add(site: Parameters<SupplyDirectory['addSite']>[0]): Promise<string> {
    await this.options.supplyDirectory.addSite(site);
    return site.id;
  }
}

interface Told {
  readonly address: string;
  readonly accountId: string;
  readonly host: string;
  readonly medium: string;
}

const restSiteIdOf = (accountId: string): string =>
  idOfBytes(createHash('sha256').update(`rest of ${accountId}`).digest().subarray(0, 16));
