import { type Connection, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import { readSlice } from '../../platform/lists/list.store';
import type { Slice, SliceOfItems } from '../../platform/lists/page';
import { pathsOf, readerOf } from '../../platform/resources/resource-document.store';
import { listNamedCampaigns } from '../campaigns/named-campaigns.store';
import {
  type Conversion,
  type ConversionChanges,
  conversionResource,
  maxConversionsPerCampaign,
  type NewConversionTerms,
  type StoredConversion,
} from './conversion.resource';

interface ConversionDocument extends StoredConversion {
  readonly deletedAt: Date | null;
}

export type NewConversion = Pick<Conversion, 'id' | 'campaignId' | 'advertiserId'> &
  NewConversionTerms;

/** Which of the times of a conversion's newest calls each outcome of a call is noted by. */
const timeOf = {
  recorded: 'lastRecordedAt',
  test: 'lastTestAt',
  refused: 'lastRefusedAt',
} as const satisfies Readonly<Record<string, keyof Conversion>>;

/** A call of a conversion's link. */
export interface ConversionCall extends Partial<Pick<Conversion, 'lastTestValue' | 'lastRefusal'>> {
  readonly outcome: keyof typeof timeOf;
  readonly at: Date;
}

/** Calls of one outcome are noted so far apart: anybody may call a link as often as he likes. */
const noteEveryMs = 1000;

const schema = new Schema<ConversionDocument>(
  {
    ...pathsOf(conversionResource),
    deletedAt: { type: Date, default: null },
  } satisfies Record<keyof ConversionDocument, unknown>,
  { versionKey: false, timestamps: true, collection: 'conversions' },
).index({ campaignId: 1, createdAt: 1, _id: 1 });

const toConversion: (document: ConversionDocument) => Conversion = readerOf(conversionResource);

/** Conversions as campaigns define them; a deleted one is gone from every answer. */
export function createConversionStore(db: Connection) {
  const model = db.model('Conversion', schema);
  return {
    models: [model],

    /** @param session default: no transaction */
    async insert({ id, ...rest }: NewConversion, session?: DatabaseSession): Promise<Conversion> {
      const created = new model({ _id: id, ...rest });
      await created.save(session && { session });
      return toConversion(created.toObject());
    },

    /** Removes those of a campaign that was not stored: nobody has seen them. */
    async discardOf(campaignId: string): Promise<void> {
      await model.deleteMany({ campaignId });
    },

    /** The campaigns that conversions from before a time name, once each, some at once. */
    listCampaignIds: (before: Date) => listNamedCampaigns(model, before),

    async findById(id: string): Promise<Conversion | null> {
      const found = await model.findOne({ _id: id, deletedAt: null }).lean<ConversionDocument>();
      return found && toConversion(found);
    },

    /** @param session default: no transaction */
    async findOwned(
      advertiserId: string,
      id: string,
      session?: DatabaseSession,
    ): Promise<Conversion | null> {
      const found = await model
        .findOne({ _id: id, advertiserId, deletedAt: null }, null, session && { session })
        .lean<ConversionDocument>();
      return found && toConversion(found);
    },

    /** The conversions of these campaigns, in the order of their creation. @param session default: no transaction */
    async listByCampaigns(
      campaignIds: readonly string[],
      session?: DatabaseSession,
    ): Promise<readonly Conversion[]> {
      const found = await model
        .find({ campaignId: { $in: campaignIds }, deletedAt: null }, null, session && { session })
        .sort({ campaignId: 1, createdAt: 1, _id: 1 })
        .limit(campaignIds.length * maxConversionsPerCampaign)
        .lean<ConversionDocument[]>();
      return found.map(toConversion);
    },

    /** A page of a campaign's, oldest first. */
    list(campaignId: string, slice: Slice): Promise<SliceOfItems<Conversion>> {
      return readSlice(model, {
        key: { campaignId },
        slice,
        toItem: toConversion,
      });
    },

    /** @param session default: no transaction */
    async countOf(campaignId: string, session?: DatabaseSession): Promise<number> {
      return model.countDocuments({ campaignId, deletedAt: null }, session && { session });
    },

    /** @param session default: no transaction */
    async update(
      id: string,
      changes: ConversionChanges,
      session?: DatabaseSession,
    ): Promise<Conversion | null> {
      const found = await model
        .findOneAndUpdate(
          { _id: id, deletedAt: null },
          { $set: changes },
          { returnDocument: 'after', ...(session && { session }) },
        )
        .lean<ConversionDocument>();
      return found && toConversion(found);
    },

    /** Notes a call of its link, unless one of the same outcome is just noted. */
    async noteCall(id: string, { outcome, at, ...rest }: ConversionCall): Promise<void> {
      const time = timeOf[outcome];
      const isDue = { $not: { $gt: new Date(at.getTime() - noteEveryMs) } };
      const change = { $set: { [time]: at, ...rest } };
      await model.updateOne({ _id: id, deletedAt: null, [time]: isDue }, change, {
        timestamps: false,
      });
    },

    /** @param session default: no transaction */
    async delete(
      id: string,
      deletedAt: Date,
      session?: DatabaseSession,
    ): Promise<Conversion | null> {
      const found = await model
        .findOneAndUpdate(
          { _id: id, deletedAt: null },
          { $set: { deletedAt } },
          session && { session },
        )
        .lean<ConversionDocument>();
      return found && toConversion(found);
    },
  };
}
