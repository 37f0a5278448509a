import { type Connection, type Model, Schema } from 'mongoose';
import type { SequencedDocument } from '../../platform/lists/sequenced-list.store';
import type { StateEntry } from '../../platform/states/state-history';
import type { Campaign, CampaignPacing } from './campaign';
import type { CampaignState } from './campaign-state';

/** A campaign as it is stored. Soft deletion: statistics and payments keep it. */
export type CampaignDocument = Omit<Campaign, 'id' | 'pacing'> &
  SequencedDocument & {
    /** Absent from documents of earlier versions: `even`. */
    readonly pacing?: CampaignPacing;
    /** See `CampaignCreation`; absent where the advertiser gave no reference. */
    readonly referenceHash?: string;
    readonly inputHash?: string;
    /** Read only by `listStates`. */
    readonly states?: readonly StateEntry<CampaignState>[];
  };

export type CampaignModel = Model<CampaignDocument>;

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
    referenceHash: String,
    inputHash: String,
    createdAt: Date,
    updatedAt: Date,
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

export function toCampaign(document: CampaignDocument): Campaign {
  const { _id, sequence, deletedAt, states, referenceHash, inputHash, ...rest } = document;
  return { id: _id, ...rest, pacing: rest.pacing ?? 'even' };
}

export const createCampaignModel = (db: Connection): CampaignModel =>
  db.model<CampaignDocument>('Campaign', schema);
