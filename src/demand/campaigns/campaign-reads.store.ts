import type { QueryFilter } from 'mongoose';
import type { AllParams } from '../../platform/lists/all';
import { readAll } from '../../platform/lists/list.store';
import { inBatches } from '../../platform/database/in-batches';
import { nativeCollection } from '../../platform/database/native-collection';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { Slice, SliceOfItems } from '../../platform/lists/page';
import { readSequencedSlice } from '../../platform/lists/sequenced-list.store';
import { type StateEntry, type TimedState, toStates } from '../../platform/states/state-history';
import type { Campaign, CampaignStatus } from './campaign.resource';
import type { AllCampaignsFilter, CampaignFilter } from './campaign-filter';
import {
  activePaidOf,
  type CampaignDocument,
  type CampaignModel,
  toCampaign,
} from './campaign-document.store';
import type { CampaignLine, PlacedCampaign } from './campaign-line';
import { type CampaignState, noPeriods } from './campaign-state';

/** A part of the campaigns of an advertiser. */
interface CreationRange {
  /** Campaigns to pass over. */
  readonly offset: number;
  readonly limit: number;
  readonly isNewestFirst: boolean;
}

/** The part of the store of campaigns that only reads. */
export function campaignReads(campaigns: CampaignModel) {
  return {
    async findById(id: string): Promise<Campaign | null> {
      const found = await campaigns.findById(id).lean<CampaignDocument>();
      return found && toCampaign(found);
    },

    /** Deleted ones, too. */
    async listByIds(ids: readonly string[]): Promise<readonly Campaign[]> {
      const found = await campaigns.find({ _id: { $in: ids } }).lean<CampaignDocument[]>();
      return found.map(toCampaign);
    },

    /** Says that there has never been a campaign, deleted ones included. */
    async isEmpty(): Promise<boolean> {
      return (await campaigns.findOne({}, { _id: 1 }).lean()) === null;
    },

    async findOwned(advertiserId: string, id: string): Promise<Campaign | null> {
      const found = await campaigns
        .findOne({ _id: id, advertiserId, deletedAt: null })
        .lean<CampaignDocument>();
      return found && toCampaign(found);
    },

    /** An advertiser's names of campaigns that are this one with something in brackets. */
    async listNumberedNames(advertiserId: string, name: string): Promise<ReadonlySet<string>> {
      const found = await campaigns
        .find(
          { advertiserId, deletedAt: null, name: { $gte: `${name} (`, $lt: `${name} )` } },
          { name: 1 },
        )
        .lean<Pick<CampaignDocument, 'name'>[]>();
      return new Set(found.map((campaign) => campaign.name));
    },

    /** The campaign that an advertiser has created by a reference, deleted or not. */
    async findCreated(
      advertiserId: string,
      referenceHash: string,
    ): Promise<{
      readonly campaign: Campaign;
      readonly inputHash: string | null;
      readonly isDeleted: boolean;
    } | null> {
      const found = await campaigns
        .findOne({ advertiserId, referenceHash })
        .lean<CampaignDocument>();
      return (
        found && {
          campaign: toCampaign(found),
          inputHash: found.inputHash ?? null,
          isDeleted: found.deletedAt !== null,
        }
      );
    },

    /** Part of an advertiser's campaigns in the order of their creation. */
    readSlice(
      advertiserId: string,
      filter: CampaignFilter,
      slice: Slice,
    ): Promise<SliceOfItems<Campaign>> {
      const conditions = toConditions(filter);
      return readSequencedSlice(campaigns, {
        key: { advertiserId },
        ...(Object.keys(conditions).length > 0 && { filter: conditions }),
        slice,
        toItem: toCampaign,
      });
    },

    /** Part of an advertiser's campaigns as they are now, by their creation. */
    async readRange(
      advertiserId: string,
      filter: CampaignFilter,
      range: CreationRange,
    ): Promise<readonly Campaign[]> {
      const { offset, limit, isNewestFirst } = range;
      const found = await campaigns
        .find({ advertiserId, deletedAt: null, ...toConditions(filter) })
        .sort({ sequence: isNewestFirst ? -1 : 1 })
        .skip(offset)
        .limit(limit)
        .lean<CampaignDocument[]>();
      return found.map(toCampaign);
    },

    countPresent: (advertiserId: string, filter: CampaignFilter): Promise<number> =>
      campaigns.countDocuments({ advertiserId, deletedAt: null, ...toConditions(filter) }),

    /** Up to so many of an advertiser's campaigns, in no order. */
    async listLines(
      advertiserId: string,
      filter: CampaignFilter,
      most: number,
    ): Promise<readonly CampaignLine[]> {
      const found = await campaigns
        .find(
          { advertiserId, deletedAt: null, ...toConditions(filter) },
          { sequence: 1, name: 1, startsAt: 1, hourlyBudget: 1, maxCpm: 1 },
        )
        .limit(most)
        .lean<Pick<CampaignDocument, '_id' | keyof Omit<CampaignLine, 'id'>>[]>();
      return found.map(({ _id, maxCpm = null, ...line }) => ({ id: _id, maxCpm, ...line }));
    },

    /** Up to so many of an advertiser's campaigns, in no order: read while they are gone through. */
    async *streamPlaced(
      advertiserId: string,
      filter: CampaignFilter,
      most: number,
    ): AsyncGenerator<PlacedCampaign, void> {
      const found: AsyncIterable<CampaignDocument> = campaigns
        .find({ advertiserId, deletedAt: null, ...toConditions(filter) })
        .limit(most)
        .lean<CampaignDocument>()
        .cursor();
      for await (const one of found) yield { ...toCampaign(one), sequence: one.sequence };
    },

    /** Those of an advertiser's campaigns that have one of the ids, in no order. */
    async listOwned(advertiserId: string, ids: readonly string[]): Promise<readonly Campaign[]> {
      const found = await campaigns
        .find({ _id: { $in: ids }, advertiserId, deletedAt: null })
        .lean<CampaignDocument[]>();
      return found.map(toCampaign);
    },

    async hasBidStrategy(
      advertiserId: string,
      bidStrategyId: string,
      session: DatabaseSession,
    ): Promise<boolean> {
      const found = await campaigns
        .findOne({ advertiserId, bidStrategyId, deletedAt: null }, { _id: 1 }, { session })
        .lean();
      return found !== null;
    },

    /** The states that campaigns have had, by their ids; deleted ones too. */
    async listStates(
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, readonly TimedState<CampaignState>[]>> {
      const found = await campaigns
        .find(
          { _id: { $in: ids } },
          {
            ...{ states: 1, status: 1, startsAt: 1, endsAt: 1, hourlyBudget: 1, deletedAt: 1 },
            ...{ dailyBudget: 1, totalBudget: 1, timeZone: 1 },
          },
        )
        .lean<CampaignDocument[]>();
      return new Map(
        found.map(({ _id, states = [], deletedAt, ...rest }) => [
          _id,
          toStates(withPeriods(states), {
            status: rest.status,
            startsAt: rest.startsAt,
            endsAt: rest.endsAt ?? null,
            hourlyBudget: rest.hourlyBudget,
            dailyBudget: rest.dailyBudget ?? null,
            totalBudget: rest.totalBudget ?? null,
            timeZone: rest.timeZone ?? 'UTC',
            isDeleted: deletedAt !== null,
          }),
        ]),
      );
    },

    /** The active ones among `ids`; the others are left out. */
    async listActive(ids: readonly string[]): Promise<readonly Campaign[]> {
      const found = await campaigns
        .find({ _id: { $in: ids }, status: 'active' satisfies CampaignStatus, deletedAt: null })
        .lean<CampaignDocument[]>();
      return found.map(toCampaign);
    },

    /** The campaigns of all advertisers, in the order of their ids. */
    async listAll(filter: AllCampaignsFilter, params: AllParams): Promise<readonly Campaign[]> {
      const more = { deletedAt: null };
      return (await readAll<CampaignDocument>(campaigns, { filter, more }, params)).map(toCampaign);
    },

    /** Active ones whose ends came behind a place, by their ends and ids. */
    async listEnded(range: {
      readonly after: { readonly at: Date; readonly id: string };
      readonly until: Date;
      readonly limit: number;
    }): Promise<readonly Campaign[]> {
      const { after, until, limit } = range;
      const found = await campaigns
        .find({
          status: 'active' satisfies CampaignStatus,
          deletedAt: null,
          endsAt: { $gte: after.at, $lt: until },
          $nor: [{ endsAt: after.at, _id: { $lte: after.id } }],
        })
        .sort({ endsAt: 1, _id: 1 })
        .limit(limit)
        .lean<CampaignDocument[]>();
      return found.map(toCampaign);
    },

    /** Ids of active campaigns that cost money, by their advertisers; those who have none are left out. */
    async listActivePaidIdsOf(
      advertiserIds: readonly string[],
    ): Promise<ReadonlyMap<string, readonly string[]>> {
      if (advertiserIds.length === 0) return new Map();
      const found = await campaigns
        .find(activePaidOf({ $in: advertiserIds }), { advertiserId: 1 })
        .lean<Pick<CampaignDocument, '_id' | 'advertiserId'>[]>();
      const byAdvertiser = Map.groupBy(found, ({ advertiserId }) => advertiserId);
      return new Map([...byAdvertiser].map(([id, some]) => [id, some.map(({ _id }) => _id)]));
    },

    /** All active campaigns, in the order of their ids, some thousand at a time. */
    async *streamActive(): AsyncGenerator<readonly Campaign[]> {
      const cursor = nativeCollection<CampaignDocument>(campaigns).find(
        { status: 'active' satisfies CampaignStatus },
        { sort: { _id: 1 }, batchSize: 2_000 },
      );
      for await (const some of inBatches(cursor))
        yield some.filter(({ deletedAt }) => deletedAt === null).map(toCampaign);
    },
  };
}

function toConditions({ media, vendors, statuses }: CampaignFilter): QueryFilter<CampaignDocument> {
  return {
    ...(media && { medium: { $in: media } }),
    ...(vendors && { vendor: { $in: vendors } }),
    ...(statuses && { status: { $in: statuses } }),
  };
}

/** A history that began before days and totals had budgets does not name these at its begin: it had none. */
function withPeriods(
  states: readonly StateEntry<CampaignState>[],
): readonly StateEntry<CampaignState>[] {
  const [first, ...rest] = states;
  if (first?.hourlyBudget === undefined || first.isDeleted === undefined) return states;
  const named = Object.entries(noPeriods).filter(([member]) => rest.some((one) => member in one));
  return [{ ...Object.fromEntries(named), ...first }, ...rest];
}
