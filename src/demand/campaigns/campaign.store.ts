import { type Connection, type QueryFilter, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import {
  insertSequenced,
  readSequencedSlice,
  type SequencedDocument,
} from '../../platform/lists/sequenced-list.store';
import { type AllParams, conditionsOfAll, mostOfAll } from '../../platform/lists/all';
import type { Slice, SliceOfItems } from '../../platform/lists/page';
import {
  forgetsByAnother,
  pushState,
  type StateEntry,
  type TimedState,
  toStates,
} from '../../platform/states/state-history';
import type {
  AllCampaignsFilter,
  Campaign,
  CampaignFilter,
  CampaignPacing,
  CampaignStatus,
} from './campaign';
import { type CampaignState, stateChangesOf } from './campaign-state';

/** Soft deletion: statistics and payments keep the campaign. */
type CampaignDocument = Omit<Campaign, 'id' | 'pacing'> &
  SequencedDocument & {
    /** Absent from documents of earlier versions: `even`. */
    readonly pacing?: CampaignPacing;
    /** Read only by `listStates`. */
    readonly states?: readonly StateEntry<CampaignState>[];
  };

/** What an edit may change; an absent member keeps its value. */
export type CampaignChanges = Partial<
  Omit<Campaign, 'id' | 'advertiserId' | 'medium' | 'vendor' | 'secret' | 'createdAt' | 'updatedAt'>
>;

/** What a change names a campaign by: its database is divided by advertisers. */
type CampaignKey = Pick<Campaign, 'id' | 'advertiserId'>;

export type NewCampaign = Omit<Campaign, 'createdAt' | 'updatedAt'>;

const advertisersAtOnce = 500;
/** In one transaction. */
export const mostSuspendedAtOnce = 500;

export type CampaignStore = ReturnType<typeof createCampaignStore>;

const schema = new Schema<CampaignDocument>(
  {
    _id: String,
    advertiserId: String,
    sequence: Number,
    name: String,
    status: String,
    suspendedReason: { type: String, default: null },
    landingUrl: String,
    medium: String,
    vendor: { type: String, default: null },
    hourlyBudget: BigInt,
    pacing: String,
    maxCpc: { type: BigInt, default: null },
    maxCpm: { type: BigInt, default: null },
    startsAt: Date,
    endsAt: { type: Date, default: null },
    targeting: Schema.Types.Mixed,
    hasTargetingLevels: Boolean,
    secret: String,
    conversionClick: String,
    bidStrategyId: String,
    createdAt: Date,
    updatedAt: Date,
    deletedAt: { type: Date, default: null },
    states: { type: [Schema.Types.Mixed], select: false },
  },
  { versionKey: false, timestamps: true, collection: 'campaigns', minimize: false },
)
  .index({ advertiserId: 1, sequence: 1 }, { unique: true })
  .index({ advertiserId: 1, deletedAt: 1, sequence: 1 })
  .index({ advertiserId: 1, bidStrategyId: 1 })
  .index({ status: 1, _id: 1 })
  .index({ status: 1, endsAt: 1, _id: 1 })
  .index({ updatedAt: 1 });

function toCampaign(document: CampaignDocument): Campaign {
  const { _id, sequence, deletedAt, states, pacing = 'even', ...rest } = document;
  return { id: _id, pacing, ...rest };
}

export function createCampaignStore(db: Connection, now: () => Date) {
  const model = db.model('Campaign', schema);
  const countPresent = (advertiserId: string, limit: number) =>
    model.countDocuments({ advertiserId, deletedAt: null }).limit(limit);
  return {
    models: [model],

    /**
     * @param most campaigns that the advertiser may have
     * @returns null when there are as many.
     * @throws a duplicate-key error for an id that exists.
     */
    insert(campaign: NewCampaign, most: number): Promise<Campaign | null> {
      const { id, advertiserId, ...rest } = campaign;
      return insertSequenced(model, { advertiserId }, async (sequence) => {
        // Whoever never had so many need not be counted.
        if (sequence > most && (await countPresent(advertiserId, most)) >= most) return null;
        const created = await model.create({
          _id: id,
          advertiserId,
          sequence,
          ...rest,
          deletedAt: null,
          states: [{ at: now(), ...stateChangesOf(rest), isDeleted: false }],
        });
        return toCampaign(created.toObject());
      });
    },

    async findById(id: string): Promise<Campaign | null> {
      const found = await model.findById(id).lean<CampaignDocument>();
      return found && toCampaign(found);
    },

    /** Whether there has never been a campaign. */
    async isEmpty(): Promise<boolean> {
      return (await model.findOne({}, { _id: 1 }).lean()) === null;
    },

    async findOwned(advertiserId: string, id: string): Promise<Campaign | null> {
      const found = await model
        .findOne({ _id: id, advertiserId, deletedAt: null })
        .lean<CampaignDocument>();
      return found && toCampaign(found);
    },

    /** Part of an advertiser's campaigns in the order of their creation. */
    readSlice(
      advertiserId: string,
      filter: CampaignFilter,
      slice: Slice,
    ): Promise<SliceOfItems<Campaign>> {
      const conditions = toConditions(filter);
      return readSequencedSlice(model, {
        key: { advertiserId },
        ...(Object.keys(conditions).length > 0 && { filter: conditions }),
        slice,
        toItem: toCampaign,
      });
    },

    /**
     * @param asOf changes nothing when the campaign has been changed since it was read.
     * @returns null when it is not there, or not as it was.
     */
    async update(
      { id, advertiserId }: CampaignKey,
      changes: CampaignChanges,
      asOf?: Pick<Campaign, 'updatedAt'>,
    ): Promise<Campaign | null> {
      const found = await model
        .findOneAndUpdate(
          { _id: id, advertiserId, deletedAt: null, ...(asOf && { updatedAt: asOf.updatedAt }) },
          { $set: changes, ...pushState(now(), stateChangesOf(changes)) },
          { returnDocument: 'after' },
        )
        .lean<CampaignDocument>();
      return found && toCampaign(found);
    },

    /** Whether another change of its state would forget one that events are judged by. */
    async forgetsStates(id: string): Promise<boolean> {
      return (await model.exists({ _id: id, ...forgetsByAnother(now()) })) !== null;
    },

    /** @returns whether there was such a campaign. */
    async delete(advertiserId: string, id: string, deletedAt: Date): Promise<boolean> {
      const { modifiedCount } = await model.updateOne(
        { _id: id, advertiserId, deletedAt: null },
        { $set: { deletedAt }, ...pushState<CampaignState>(deletedAt, { isDeleted: true }) },
      );
      return modifiedCount === 1;
    },

    /** Suspends active campaigns of an advertiser, up to 500. @returns which */
    async suspendSome(
      advertiserId: string,
      suspendedReason: string,
      session: DatabaseSession,
    ): Promise<readonly Pick<Campaign, 'id' | 'name'>[]> {
      const active = { advertiserId, status: 'active', deletedAt: null } as const;
      const found = await model
        .find(active, { name: 1 }, { session })
        .limit(mostSuspendedAtOnce)
        .lean<Pick<CampaignDocument, '_id' | 'name'>[]>();
      if (found.length === 0) return [];
      await model.updateMany(
        { ...active, _id: { $in: found.map(({ _id }) => _id) } },
        {
          $set: { status: 'suspended' satisfies CampaignStatus, suspendedReason },
          ...pushState<CampaignState>(now(), { status: 'suspended' }),
        },
        { session },
      );
      return found.map(({ _id, name }) => ({ id: _id, name }));
    },

    async hasBidStrategy(advertiserId: string, bidStrategyId: string): Promise<boolean> {
      const found = await model
        .findOne({ advertiserId, bidStrategyId, deletedAt: null }, { _id: 1 })
        .lean();
      return found !== null;
    },

    /** What states campaigns have had, deleted ones too, by their ids. */
    async listStates(
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, readonly TimedState<CampaignState>[]>> {
      const found = await model
        .find(
          { _id: { $in: ids } },
          { states: 1, status: 1, startsAt: 1, endsAt: 1, hourlyBudget: 1, deletedAt: 1 },
        )
        .lean<CampaignDocument[]>();
      return new Map(
        found.map(({ _id, states = [], deletedAt, ...rest }) => [
          _id,
          toStates(states, {
            status: rest.status,
            startsAt: rest.startsAt,
            endsAt: rest.endsAt,
            hourlyBudget: rest.hourlyBudget,
            isDeleted: deletedAt !== null,
          }),
        ]),
      );
    },

    /** The active ones among `ids`; the others are left out. */
    async listActive(ids: readonly string[]): Promise<readonly Campaign[]> {
      const found = await model
        .find({ _id: { $in: ids }, status: 'active' satisfies CampaignStatus, deletedAt: null })
        .lean<CampaignDocument[]>();
      return found.map(toCampaign);
    },

    /** Of all advertisers, in the order of their ids. */
    async listAll(filter: AllCampaignsFilter, params: AllParams): Promise<readonly Campaign[]> {
      const found = await model
        .find({ deletedAt: null, ...conditionsOfAll(filter, params) })
        .sort({ _id: 1 })
        .limit(Math.min(params.first, mostOfAll))
        .lean<CampaignDocument[]>();
      return found.map(toCampaign);
    },

    /** Active ones whose ends came behind a place, by their ends and ids. */
    async listEnded(range: {
      readonly after: { readonly at: Date; readonly id: string };
      readonly until: Date;
      readonly limit: number;
    }): Promise<readonly Campaign[]> {
      const { after, until, limit } = range;
      const found = await model
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

    async listActiveIdsOf(advertiserId: string): Promise<readonly string[]> {
      const found = await model
        .find(
          { advertiserId, status: 'active' satisfies CampaignStatus, deletedAt: null },
          { _id: 1 },
        )
        .lean<{ _id: string }[]>();
      return found.map(({ _id }) => _id);
    },

    /** Everybody with active campaigns, each once, some hundred at a time. */
    async *streamActiveAdvertisers(): AsyncGenerator<readonly string[]> {
      const known = new Set<string>();
      let some: string[] = [];
      const cursor: AsyncIterable<Pick<CampaignDocument, 'advertiserId'>> = model
        .find({ status: 'active' satisfies CampaignStatus, deletedAt: null }, { advertiserId: 1 })
        .lean<CampaignDocument>()
        .cursor({ batchSize: 2_000 });
      for await (const { advertiserId } of cursor) {
        if (known.has(advertiserId)) continue;
        known.add(advertiserId);
        some.push(advertiserId);
        if (some.length < advertisersAtOnce) continue;
        yield some;
        some = [];
      }
      if (some.length > 0) yield some;
    },

    /** All active campaigns, in the order of their ids. */
    async *streamActive(): AsyncGenerator<Campaign> {
      const cursor: AsyncIterable<CampaignDocument> = model
        .find({ status: 'active' satisfies CampaignStatus })
        .sort({ _id: 1 })
        .lean<CampaignDocument>()
        .cursor({ batchSize: 2_000 });
      for await (const document of cursor)
        if (document.deletedAt === null) yield toCampaign(document);
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
