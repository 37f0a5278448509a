import { type Connection, type Model, type QueryFilter, Schema } from 'mongoose';
import type { SequencedDocument } from '../../platform/lists/sequenced-list.store';
import type { StateEntry } from '../../platform/states/state-history';
import { pathsOf, readerOf } from '../../platform/resources/resource-document.store';
import { type Campaign, campaignResource, type StoredCampaign } from './campaign.resource';
import { freePriorities } from './campaign-priority';
import type { CampaignState } from './campaign-state';

/** A campaign as it is stored. Soft deletion: statistics and payments keep it. */
export interface CampaignDocument extends StoredCampaign, SequencedDocument {
  /** See `CampaignCreation`; absent where the advertiser gave no reference. */
  readonly referenceHash?: string;
  readonly inputHash?: string;
  /** Read only by `listStates`. */
  readonly states?: readonly StateEntry<CampaignState>[];
}

export type CampaignModel = Model<CampaignDocument>;

const schema = new Schema<CampaignDocument>(
  {
    ...pathsOf(campaignResource),
    sequence: Number,
    referenceHash: String,
    inputHash: String,
    deletedAt: { type: Date, default: null },
    states: { type: [Schema.Types.Mixed], select: false },
  } satisfies Record<keyof CampaignDocument, unknown>,
  { versionKey: false, timestamps: true, collection: 'campaigns', minimize: false },
)
  .index({ advertiserId: 1, sequence: 1 }, { unique: true })
  .index({ advertiserId: 1, deletedAt: 1, sequence: 1 })
  .index({ advertiserId: 1, bidStrategyId: 1 })
  .index(
    { advertiserId: 1, referenceHash: 1 },
    { unique: true, partialFilterExpression: { referenceHash: { $gt: '' } } },
  )
  .index({ status: 1, _id: 1 })
  .index({ status: 1, endsAt: 1, _id: 1 })
  .index({ updatedAt: 1 });

export const toCampaign: (document: CampaignDocument) => Campaign = readerOf(campaignResource);

export const createCampaignModel = (db: Connection): CampaignModel =>
  db.model<CampaignDocument>('Campaign', schema);

/** Selects active campaigns that cost money, of one advertiser or of some. Campaigns of before there were priorities have none. */
export const activePaidOf = (
  advertiserId: string | { readonly $in: readonly string[] },
): QueryFilter<CampaignDocument> => ({
  ...{ advertiserId, status: 'active', deletedAt: null },
  priority: { $nin: freePriorities },
});
