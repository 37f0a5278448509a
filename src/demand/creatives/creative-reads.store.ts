import type { mongo } from 'mongoose';
import type { AllParams } from '../../platform/lists/all';
import { inBatches } from '../../platform/database/in-batches';
import { nativeCollection } from '../../platform/database/native-collection';
import type { DatabaseSession } from '../../platform/database/transaction';
import { readSlice, readAll } from '../../platform/lists/list.store';
import type { Slice, SliceOfItems } from '../../platform/lists/page';
import { type TimedState, toStates } from '../../platform/states/state-history';
import type { AllCreativesFilter } from './creative-filter';
import type {
  Creative,
  CreativeForSale,
  CreativeReview,
  CreativeStatus,
  CreativeTimes,
} from './creative.resource';
import {
  type CreativeDocument,
  type CreativeModel,
  presentCreative,
  toCreative,
} from './creative-document.store';
import type { CreativeLine } from './creative-line';
import { usualWeight } from './creative-weight';
import type { CreativeState } from './creative-state';

/** The content of a creative, and where its bytes are. */
export interface StoredContent {
  readonly contentId: string;
  readonly campaignId: Creative['campaignId'];
  readonly advertiserId: Creative['advertiserId'];
  readonly mime: Creative['mime'];
  readonly type: Creative['type'];
  readonly hash: string;
}

/** Older creatives are stored without the member. */
const notWaiting = { review: null } as const;

/** The part of the store of creatives that only reads. */
export function creativeReads(creatives: CreativeModel) {
  return {
    /** The creatives of all advertisers, in the order of their ids. */
    async listAll(
      { isUnreviewed, ...filter }: AllCreativesFilter,
      params: AllParams,
    ): Promise<readonly Creative[]> {
      const more = {
        deletedAt: null,
        ...(isUnreviewed != null && { isUnreviewed: isUnreviewed ? true : { $ne: true } }),
      };
      return (await readAll<CreativeDocument>(creatives, { filter, more }, params)).map(toCreative);
    },

    async findById(id: string): Promise<Creative | null> {
      const found = await creatives.findOne(presentCreative(id)).lean<CreativeDocument>();
      return found && toCreative(found);
    },

    /** Lists those of the hashes that an advertiser has creatives of which no operator has yet to look at, nor has rejected. */
    async listApprovedHashes(
      advertiserId: string,
      hashes: readonly string[],
    ): Promise<ReadonlySet<string>> {
      const found = await creatives
        .find(
          {
            ...{ advertiserId, deletedAt: null, hash: { $in: [...hashes] } },
            ...notWaiting,
            isUnreviewed: { $ne: true },
            status: { $ne: 'rejected' satisfies CreativeStatus },
          },
          { hash: 1 },
        )
        .lean<Pick<CreativeDocument, 'hash'>[]>();
      return new Set(found.map(({ hash }) => hash));
    },

    /** Lists the contents that creatives use; deleted creatives use none. */
    async listUsedContentIds(contentIds: readonly string[]): Promise<ReadonlySet<string>> {
      const found = await creatives
        .find({ contentId: { $in: contentIds }, deletedAt: null }, { contentId: 1 })
        .lean<Pick<CreativeDocument, 'contentId'>[]>();
      return new Set(found.map(({ contentId }) => contentId));
    },

    async findContent(id: string): Promise<StoredContent | null> {
      const found = await creatives
        .findOne(presentCreative(id), {
          campaignId: 1,
          advertiserId: 1,
          mime: 1,
          type: 1,
          hash: 1,
          contentId: 1,
        })
        .lean<CreativeDocument>();
      if (!found) return null;
      const { campaignId, advertiserId, mime, type, hash, contentId } = found;
      return { campaignId, advertiserId, mime, type, hash, contentId };
    },

    /** A page of a campaign's creatives, oldest first. */
    async list(campaignId: string, slice: Slice): Promise<SliceOfItems<Creative>> {
      return readSlice<CreativeDocument, Creative>(creatives, {
        key: { campaignId },
        slice,
        toItem: toCreative,
      });
    },

    /** All creatives of these campaigns, oldest first: for pages of campaigns, each of which has its own. */
    async listByCampaigns(campaignIds: readonly string[]): Promise<readonly Creative[]> {
      const found = await creatives
        .find({ campaignId: { $in: campaignIds }, deletedAt: null })
        .sort({ createdAt: 1, _id: 1 })
        .lean<CreativeDocument[]>();
      return found.map(toCreative);
    },

    /** The statuses of the creatives of campaigns, by the campaign's id; `waiting` in the place of `active` where one waits. Of none, no entry. */
    async listStatusesByCampaigns(
      campaignIds: readonly string[],
    ): Promise<ReadonlyMap<string, ReadonlySet<CreativeStatus | CreativeReview>>> {
      const found = await creatives
        .find(
          { campaignId: { $in: campaignIds }, deletedAt: null },
          { campaignId: 1, status: 1, review: 1, _id: 0 },
        )
        .lean<Pick<CreativeDocument, 'campaignId' | 'status' | 'review'>[]>();
      const groups = Map.groupBy(found, ({ campaignId }) => campaignId);
      return new Map(
        [...groups].map(([id, group]) => [
          id,
          new Set(group.map(({ status, review }) => (status === 'active' && review) || status)),
        ]),
      );
    },

    /** Up to so many of an advertiser's creatives, in no order. @param statuses null: any */
    async listLines(
      advertiserId: string,
      statuses: readonly CreativeStatus[] | null,
      most: number,
    ): Promise<readonly CreativeLine[]> {
      const isIn = statuses && { status: { $in: [...statuses] } };
      const found = await creatives
        .find(
          { advertiserId, deletedAt: null, ...isIn },
          { name: 1, scope: 1, status: 1, createdAt: 1 },
        )
        .limit(most)
        .lean<Pick<CreativeDocument, '_id' | 'name' | 'scope' | 'status' | 'createdAt'>[]>();
      return found.map(({ _id, createdAt, ...line }) => {
        return { ...line, id: _id, sequence: createdAt.getTime() };
      });
    },

    /** Those of an advertiser's creatives that have one of the ids, in no order. */
    async listOwned(advertiserId: string, ids: readonly string[]): Promise<readonly Creative[]> {
      const found = await creatives
        .find({ _id: { $in: ids }, advertiserId, deletedAt: null })
        .lean<CreativeDocument[]>();
      return found.map(toCreative);
    },

    /** By their ids; those that are not there are left out. */
    async listByIds(ids: readonly string[]): Promise<readonly Creative[]> {
      const found = await creatives
        .find({ _id: { $in: ids }, deletedAt: null })
        .lean<CreativeDocument[]>();
      return found.map(toCreative);
    },

    /** The ids of the creatives of campaigns, by the campaign's; of none, no entry. */
    async listIdsByCampaigns(
      campaignIds: readonly string[],
    ): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
      const found = await creatives
        .find({ campaignId: { $in: campaignIds }, deletedAt: null }, { campaignId: 1 })
        .lean<Pick<CreativeDocument, '_id' | 'campaignId'>[]>();
      const groups = Map.groupBy(found, ({ campaignId }) => campaignId);
      return new Map([...groups].map(([id, group]) => [id, new Set(group.map(({ _id }) => _id))]));
    },

    /** Lists the ids that creatives have or had. */
    async listUsedIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const found = await creatives
        .find({ _id: { $in: ids } }, { _id: 1 })
        .lean<Pick<CreativeDocument, '_id'>[]>();
      return new Set(found.map(({ _id }) => _id));
    },

    /** Says that a campaign has an active creative. @param session default: no transaction */
    async hasActive(campaignId: string, session?: DatabaseSession): Promise<boolean> {
      const status: CreativeStatus = 'active';
      const found = await creatives
        .findOne({ campaignId, status, deletedAt: null }, { _id: 1 }, session && { session })
        .lean();
      return found !== null;
    },

    /** The states that creatives have had, by their ids; deleted ones too. */
    async listStates(
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, readonly TimedState<CreativeState>[]>> {
      const found = await creatives
        .find({ _id: { $in: ids } }, { states: 1, status: 1, deletedAt: 1 })
        .lean<CreativeDocument[]>();
      return new Map(
        found.map(({ _id, states = [], status, deletedAt }) => [
          _id,
          toStates(states, { status, isDeleted: deletedAt !== null }),
        ]),
      );
    },

    /** The active creatives among these. */
    listActive: (ids: readonly string[]) => listActive(creatives, { _id: { $in: ids } }),

    /** The active creatives of these campaigns. */
    listActiveByCampaigns: (campaignIds: readonly string[]) =>
      listActive(creatives, { campaignId: { $in: campaignIds } }),

    /** Active creatives of campaigns, campaign after campaign, some thousand at a time. */
    async *streamActive(): AsyncGenerator<readonly CreativeForSale[]> {
      const cursor = nativeCollection<CreativeDocument>(creatives)
        .find(
          { status: 'active' satisfies CreativeStatus, ...notWaiting },
          { sort: { campaignId: 1, _id: 1 }, batchSize: 2_000 },
        )
        .project<ForSaleDocument>(forSaleMembers);
      for await (const some of inBatches(cursor))
        yield some.filter(({ deletedAt }) => deletedAt === null).map(toCreativeForSale);
    },
  };
}

/** Members that older creatives are stored without. */
type LaterMember = 'alt' | 'weight' | 'frequencyCaps';

type ForSaleDocument = Pick<
  CreativeDocument,
  | '_id'
  | 'deletedAt'
  | 'impressionPixels'
  | Exclude<keyof CreativeForSale, 'id' | 'times' | 'impressionPixels' | LaterMember>
> &
  Partial<CreativeTimes & Pick<CreativeForSale, LaterMember>>;

const forSaleMembers = {
  campaignId: 1,
  type: 1,
  mime: 1,
  scope: 1,
  hash: 1,
  keywords: 1,
  alt: 1,
  impressionPixels: 1,
  weight: 1,
  frequencyCaps: 1,
  startsAt: 1,
  endsAt: 1,
  deletedAt: 1,
} as const satisfies Record<Exclude<keyof ForSaleDocument, '_id'>, 1>;

function toCreativeForSale(document: ForSaleDocument): CreativeForSale {
  const { _id, campaignId, type, mime, scope, hash, keywords } = document;
  const { alt = null, impressionPixels: urls = [], startsAt = null, endsAt = null } = document;
  const { weight = usualWeight, frequencyCaps = null } = document;
  // Most have none: of a million creatives each empty list would count.
  const impressionPixels = urls.length === 0 ? null : urls;
  const times = startsAt === null && endsAt === null ? null : { startsAt, endsAt };
  return {
    ...{ id: _id, campaignId, type, mime, scope, hash, keywords, alt, impressionPixels, times },
    ...{ weight, frequencyCaps },
  };
}

async function listActive(
  creatives: CreativeModel,
  filter: mongo.Filter<CreativeDocument>,
): Promise<readonly CreativeForSale[]> {
  const found = await nativeCollection<CreativeDocument>(creatives)
    .find({ ...filter, ...notWaiting, status: 'active' satisfies CreativeStatus, deletedAt: null })
    .project<ForSaleDocument>(forSaleMembers)
    .toArray();
  return found.map(toCreativeForSale);
}
