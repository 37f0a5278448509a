import { unclaimedPublisherId } from '../../identity/accounts/account';
import { inOneReply } from '../../platform/database/one-reply';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { AllParams } from '../../platform/lists/all';
import { readSlice, readAll } from '../../platform/lists/list.store';
import type { Slice, SliceOfItems } from '../../platform/lists/page';
import { type TimedState, toStates } from '../../platform/states/state-history';
import { type SiteDocument, type SiteModel, toSite } from './site-document.store';
import type { SiteLine } from './site-line';
import type { SiteState } from './site-state';
import { type Site, siteResource, type SiteStatus } from './site.resource';

/** That it is not about to be removed. */
const isKept = { removeAt: { $exists: false } } as const;

const usualStatus = siteResource.members.status.absent;

/** Narrows an operator's list of all sites; null and absent: not narrowed. */
export interface AllSitesFilter {
  readonly publisherId?: string | null;
  readonly status?: SiteStatus | null;
}

/** Things of a campaign that publishers reject for their sites. */
export interface Rejected {
  readonly creativeIds: readonly string[];
  /** All that the host of the landing page is in. */
  readonly domains: readonly string[];
  /** The category of the goods, and the category that it is a part of. */
  readonly categories: readonly string[];
  readonly advertiserId: string;
}

/** A count of publishers is no longer exact where more sites than these reject a thing. */
const mostRejectingSites = 10_000;

/** The publishers of the sites that have these members, archived ones left out, each once. */
async function listPublishers(sites: SiteModel, members: object): Promise<readonly string[]> {
  const found = await sites.aggregate<{ readonly _id: string }>([
    { $match: { ...members, deletedAt: null } },
    { $limit: mostRejectingSites },
    { $group: { _id: '$publisherId' } },
  ]);
  return found.map(({ _id }) => _id);
}

/** The part of the store of sites that only reads. */
export function siteReads(sites: SiteModel) {
  return {
    /** One that is about to be removed is not found: `insertOrFind` keeps it. */
    async findByHost(
      publisherId: string,
      host: string,
      session?: DatabaseSession,
    ): Promise<Site | null> {
      const found = await sites
        .findOne({ publisherId, host, ...isKept }, null, session && { session })
        .lean<SiteDocument>();
      return found && toSite(found);
    },

    /**
     * Counts the publishers who have rejected one of these creatives, or blocked one of these domains or categories, or the
     * advertiser, for a site. At most `mostRejectingSites` sites are looked at for each.
     */
    async countPublishersRejecting(rejected: Rejected): Promise<number> {
      const { creativeIds, domains, categories, advertiserId } = rejected;
      const found = await Promise.all([
        listPublishers(sites, { rejectedCreativeIds: { $in: [...creativeIds] } }),
        listPublishers(sites, { blockedDomains: { $in: [...domains] } }),
        listPublishers(sites, { blockedCategories: { $in: [...categories] } }),
        listPublishers(sites, { 'blockedAdvertisers.advertiserId': advertiserId }),
      ]);
      return new Set(found.flat()).size;
    },

    async findById(id: string): Promise<Site | null> {
      const found = await sites.findById(id).lean<SiteDocument>();
      return found && toSite(found);
    },

    async findOwned(publisherId: string, id: string): Promise<Site | null> {
      const found = await sites
        .findOne({ _id: id, publisherId, deletedAt: null })
        .lean<SiteDocument>();
      return found && toSite(found);
    },

    /** Ids of the accounts that have claimed hosts, by the host; hosts that nobody has claimed are left out. */
    async listClaims(hosts: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const found = await sites
        .find(
          { publisherId: unclaimedPublisherId, host: { $in: hosts } },
          { host: 1, claimedById: 1 },
          inOneReply(hosts.length),
        )
        .lean<Pick<SiteDocument, 'host' | 'claimedById'>[]>();
      return new Map(
        found.flatMap(({ host, claimedById }) =>
          claimedById == null ? [] : [[host, claimedById] as const],
        ),
      );
    },

    /** Says that there has never been a site, known or made by a find. */
    async isEmpty(): Promise<boolean> {
      return (await sites.findOne({}, { _id: 1 }).lean()) === null;
    },

    /** Those that are not about to be removed. */
    async listByIds(ids: readonly string[]): Promise<readonly Site[]> {
      const found = await sites.find({ _id: { $in: ids }, ...isKept }).lean<SiteDocument[]>();
      return found.map(toSite);
    },

    /** Up to so many of a publisher's sites, in no order. @param statuses null: any */
    async listLines(
      publisherId: string,
      statuses: readonly SiteStatus[] | null,
      most: number,
    ): Promise<readonly SiteLine[]> {
      const isIn = statuses && { status: { $in: [...statuses] } };
      const found = await sites
        .find(
          { publisherId, deletedAt: null, ...isIn },
          { name: 1, host: 1, status: 1, createdAt: 1 },
        )
        .limit(most)
        .lean<Pick<SiteDocument, '_id' | 'name' | 'host' | 'status' | 'createdAt'>[]>();
      return found.map(({ _id, status = usualStatus, createdAt, ...line }) => {
        return { ...line, id: _id, status, sequence: createdAt.getTime() };
      });
    },

    /** Those of a publisher's sites that have one of the ids, in no order. */
    async listOwned(publisherId: string, ids: readonly string[]): Promise<readonly Site[]> {
      const found = await sites
        .find({ _id: { $in: ids }, publisherId, deletedAt: null })
        .lean<SiteDocument[]>();
      return found.map(toSite);
    },

    /** A publisher's that are not archived. */
    readSlice(publisherId: string, slice: Slice): Promise<SliceOfItems<Site>> {
      return readSlice(sites, { key: { publisherId }, slice, toItem: toSite });
    },

    /** How many a publisher has that are not archived; counts no further than `limit`. */
    async count(publisherId: string, limit: number): Promise<number> {
      return sites.countDocuments({ publisherId, deletedAt: null }).limit(limit);
    },

    /** The states that sites have had, by their ids; archived sites too. */
    async listStates(
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, readonly TimedState<SiteState>[]>> {
      const found = await sites
        .find({ _id: { $in: ids } }, { states: 1, status: 1, deletedAt: 1 })
        .lean<SiteDocument[]>();
      return new Map(
        found.map(({ _id, states = [], status = usualStatus, deletedAt }) => [
          _id,
          toStates(states, { status, isDeleted: deletedAt !== null }),
        ]),
      );
    },

    /** Those among some publishers that have a site. */
    async listPublishersAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
      return new Set(await sites.distinct('publisherId', { publisherId: { $in: [...ids] } }));
    },

    /** Sites of all publishers, in the order of their ids. */
    async listAll(filter: AllSitesFilter, params: AllParams): Promise<readonly Site[]> {
      return (await readAll<SiteDocument>(sites, { filter }, params)).map(toSite);
    },
  };
}
