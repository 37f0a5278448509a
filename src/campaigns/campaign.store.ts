import { type Connection, type QueryFilter, Schema } from 'mongoose';
import { insertSequenced, readSequencedSlice, type SequencedDocument } from '../lists/list.store';
import type { Slice, SliceOfItems } from '../lists/page';
import type { Campaign, CampaignFilter, CampaignStatus } from './campaign';

/** Soft deletion: statistics and payments keep the campaign. */
type CampaignDocument = Omit<Campaign, 'id'> & SequencedDocument;

/** What an edit may change; an absent member keeps its value. */
export type CampaignChanges = Partial<
  Omit<Campaign, 'id' | 'advertiserId' | 'medium' | 'vendor' | 'secret' | 'createdAt' | 'updatedAt'>
>;

export type NewCampaign = Omit<Campaign, 'createdAt' | 'updatedAt'>;

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
  },
  { versionKey: false, timestamps: true, collection: 'campaigns', minimize: false },
)
  .index({ advertiserId: 1, sequence: 1 }, { unique: true })
  .index({ advertiserId: 1, deletedAt: 1, sequence: 1 })
  .index({ advertiserId: 1, bidStrategyId: 1 })
  .index({ status: 1, _id: 1 })
  .index({ updatedAt: 1 });

function toCampaign({ _id, sequence, deletedAt, ...rest }: CampaignDocument): Campaign {
  return { id: _id, ...rest };
}

export function createCampaignStore(db: Connection) {
  const model = db.model('Campaign', schema);
  return {
    models: [model],

    /** @throws a duplicate-key error for an id that exists. */
    insert(campaign: NewCampaign): Promise<Campaign> {
      const { id, advertiserId, ...rest } = campaign;
      return insertSequenced(model, { advertiserId }, async (sequence) => {
        const created = await model.create({
          _id: id,
          advertiserId,
          sequence,
          ...rest,
          deletedAt: null,
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
      id: string,
      changes: CampaignChanges,
      asOf?: Pick<Campaign, 'updatedAt'>,
    ): Promise<Campaign | null> {
      const found = await model
        .findOneAndUpdate(
          { _id: id, deletedAt: null, ...(asOf && { updatedAt: asOf.updatedAt }) },
          { $set: changes },
          { returnDocument: 'after' },
        )
        .lean<CampaignDocument>();
      return found && toCampaign(found);
    },

    /** @returns whether there was such a campaign. */
    async delete(advertiserId: string, id: string, deletedAt: Date): Promise<boolean> {
      const { modifiedCount } = await model.updateOne(
        { _id: id, advertiserId, deletedAt: null },
        { $set: { deletedAt } },
      );
      return modifiedCount === 1;
    },

    /** Suspends every active campaign of an advertiser. */
    async suspendAll(advertiserId: string, suspendedReason: string): Promise<void> {
      await model.updateMany(
        { advertiserId, status: 'active' satisfies CampaignStatus, deletedAt: null },
        { $set: { status: 'suspended' satisfies CampaignStatus, suspendedReason } },
      );
    },

    async hasBidStrategy(advertiserId: string, bidStrategyId: string): Promise<boolean> {
      const found = await model
        .findOne({ advertiserId, bidStrategyId, deletedAt: null }, { _id: 1 })
        .lean();
      return found !== null;
    },

    /** The active ones among `ids`; the others are left out. */
    async listActive(ids: readonly string[]): Promise<readonly Campaign[]> {
      const found = await model
        .find({ _id: { $in: ids }, status: 'active' satisfies CampaignStatus, deletedAt: null })
        .lean<CampaignDocument[]>();
      return found.map(toCampaign);
    },

    /** All active campaigns, in the order of their ids. */
    async *streamActive(): AsyncGenerator<Campaign> {
      const cursor = model
        .find({ status: 'active' satisfies CampaignStatus })
        .sort({ _id: 1 })
        .lean<CampaignDocument>()
        .cursor({ batchSize: 2_000 });
      for await (const document of cursor as AsyncIterable<CampaignDocument>)
        if (document.deletedAt === null) yield toCampaign(document);
    },
  };
}

function toConditions({ media, vendors, statuses }: CampaignFilter): QueryFilter<CampaignDocument> {
  return {
    ...(media && { medium: { $in: media } }),
    ...(vendors && { vendor: { $in: vendors } }),
    ...(statuses && { status: { $in: statuses as readonly CampaignStatus[] } }),
  };
}
