import { type Connection, Schema } from 'mongoose';
import { readSlice } from '../../platform/lists/list.store';
import type { Slice, SliceOfItems } from '../../platform/lists/page';
import { type Conversion, type ConversionTerms, maxConversionsPerCampaign } from './conversion';

interface ConversionDocument extends Omit<Conversion, 'id'> {
  readonly _id: string;
  readonly deletedAt: Date | null;
}

export type NewConversion = Omit<Conversion, 'createdAt' | 'updatedAt' | 'cost' | 'occurrences'>;

export type ConversionStore = ReturnType<typeof createConversionStore>;

// `type` is a member of a conversion, so mongoose's own `type` key goes by another name here.
const schema = new Schema<ConversionDocument>(
  {
    _id: String,
    campaignId: String,
    advertiserId: String,
    name: String,
    type: String,
    limitType: String,
    eventType: String,
    value: { $type: BigInt, default: null },
    isValueMutable: Boolean,
    isRepeatable: Boolean,
    cost: { $type: BigInt, default: 0n },
    occurrences: { $type: BigInt, default: 0n },
    createdAt: Date,
    updatedAt: Date,
    deletedAt: { $type: Date, default: null },
  } satisfies Record<keyof ConversionDocument, unknown>,
  { versionKey: false, timestamps: true, collection: 'conversions', typeKey: '$type' },
).index({ campaignId: 1, createdAt: 1, _id: 1 });

function toConversion({ _id, deletedAt, ...rest }: ConversionDocument): Conversion {
  return { id: _id, ...rest };
}

/** Conversions as campaigns define them; a deleted one is gone from every answer. */
export function createConversionStore(db: Connection) {
  const model = db.model('Conversion', schema);
  return {
    models: [model],

    async insert({ id, ...rest }: NewConversion): Promise<Conversion> {
      const created = await model.create({ _id: id, ...rest });
      return toConversion(created.toObject());
    },

    async findById(id: string): Promise<Conversion | null> {
      const found = await model.findOne({ _id: id, deletedAt: null }).lean<ConversionDocument>();
      return found && toConversion(found);
    },

    async findOwned(advertiserId: string, id: string): Promise<Conversion | null> {
      const found = await model
        .findOne({ _id: id, advertiserId, deletedAt: null })
        .lean<ConversionDocument>();
      return found && toConversion(found);
    },

    /** The conversions of these campaigns, in the order of their creation. */
    async listByCampaigns(campaignIds: readonly string[]): Promise<readonly Conversion[]> {
      const found = await model
        .find({ campaignId: { $in: campaignIds }, deletedAt: null })
        .sort({ campaignId: 1, createdAt: 1, _id: 1 })
        .limit(campaignIds.length * maxConversionsPerCampaign)
        .lean<ConversionDocument[]>();
      return found.map(toConversion);
    },

    /** A page of a campaign's, oldest first. */
    list(campaignId: string, slice: Slice): Promise<SliceOfItems<Conversion>> {
      return readSlice<ConversionDocument, Conversion>(model, {
        key: { campaignId },
        slice,
        toItem: toConversion,
      });
    },

    countOf(campaignId: string): Promise<number> {
      return model.countDocuments({ campaignId, deletedAt: null });
    },

    async update(id: string, terms: Partial<ConversionTerms>): Promise<Conversion | null> {
      const found = await model
        .findOneAndUpdate(
          { _id: id, deletedAt: null },
          { $set: terms },
          { returnDocument: 'after' },
        )
        .lean<ConversionDocument>();
      return found && toConversion(found);
    },

    async delete(id: string, deletedAt: Date): Promise<Conversion | null> {
      const found = await model
        .findOneAndUpdate({ _id: id, deletedAt: null }, { $set: { deletedAt } })
        .lean<ConversionDocument>();
      return found && toConversion(found);
    },
  };
}
