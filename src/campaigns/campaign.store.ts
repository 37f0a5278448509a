import { type Connection, Schema } from 'mongoose';
import type { Campaign, CampaignStatus } from './campaign';

interface CampaignDocument extends Omit<Campaign, 'id'> {
  readonly _id: string;
  /** Soft deletion: statistics and payments keep the campaign. */
  readonly deletedAt: Date | null;
}

/** What an edit may change; an absent member keeps its value. */
export type CampaignChanges = Partial<
  Omit<Campaign, 'id' | 'advertiserId' | 'medium' | 'vendor' | 'createdAt' | 'updatedAt'>
>;

export type CampaignStore = ReturnType<typeof createCampaignStore>;

const schema = new Schema<CampaignDocument>(
  {
    _id: String,
    advertiserId: String,
    name: String,
    status: String,
    landingUrl: String,
    medium: String,
    vendor: { type: String, default: null },
    hourlyBudget: BigInt,
    maxCpc: { type: BigInt, default: null },
    maxCpm: { type: BigInt, default: null },
    startsAt: Date,
    endsAt: { type: Date, default: null },
    targeting: Schema.Types.Mixed,
    createdAt: Date,
    updatedAt: Date,
    deletedAt: { type: Date, default: null },
  },
  { versionKey: false, timestamps: true, collection: 'campaigns', minimize: false },
)
  .index({ advertiserId: 1, createdAt: 1, _id: 1 })
  .index({ status: 1, _id: 1 })
  .index({ updatedAt: 1 });

function toCampaign({ _id, deletedAt, ...rest }: CampaignDocument): Campaign {
  return { id: _id, ...rest };
}

export function createCampaignStore(db: Connection) {
  const model = db.model('Campaign', schema);
  return {
    models: [model],

    async insert(campaign: Omit<Campaign, 'createdAt' | 'updatedAt'>): Promise<Campaign> {
      const { id, ...rest } = campaign;
      const created = await model.create({ _id: id, ...rest, deletedAt: null });
      return toCampaign(created.toObject());
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

    async update(id: string, changes: CampaignChanges): Promise<Campaign | null> {
      const found = await model
        .findOneAndUpdate(
          { _id: id, deletedAt: null },
          { $set: changes },
          { returnDocument: 'after' },
        )
        .lean<CampaignDocument>();
      return found && toCampaign(found);
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
