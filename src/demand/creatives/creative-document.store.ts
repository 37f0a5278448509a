import { type Connection, type Model, Schema } from 'mongoose';
import type { StateEntry } from '../../platform/states/state-history';
import type { Creative } from './creative';
import type { CreativeState } from './creative-state';

/** A creative as it is stored. */
export interface CreativeDocument extends Omit<Creative, 'id' | 'rejectionReason'> {
  readonly _id: string;
  readonly rejectionReason?: string | null;
  readonly contentId: string;
  /** Which insertion it came with. */
  readonly insertionId?: string;
  /** Soft deletion: statistics and payments keep the creative. */
  readonly deletedAt: Date | null;
  /** Read only by `listStates`. */
  readonly states?: readonly StateEntry<CreativeState>[];
}

export type CreativeModel = Model<CreativeDocument>;

// `type` is a member of a creative, so mongoose's own `type` key goes by another name here.
const creativeSchema = new Schema<CreativeDocument>(
  {
    _id: String,
    campaignId: String,
    advertiserId: String,
    name: String,
    status: String,
    rejectionReason: { $type: String, default: null },
    type: String,
    mime: String,
    scope: String,
    hash: String,
    contentId: String,
    insertionId: String,
    byteLength: Number,
    keywords: Schema.Types.Mixed,
    createdAt: Date,
    updatedAt: Date,
    deletedAt: { $type: Date, default: null },
    states: { $type: [Schema.Types.Mixed], select: false },
  } satisfies Record<keyof CreativeDocument, unknown>,
  {
    versionKey: false,
    timestamps: true,
    collection: 'creatives',
    typeKey: '$type',
    minimize: false,
  },
)
  .index({ campaignId: 1, createdAt: 1, _id: 1 })
  .index({ status: 1, _id: 1 })
  .index({ status: 1, campaignId: 1, _id: 1 })
  .index({ contentId: 1 })
  .index({ advertiserId: 1, deletedAt: 1 })
  .index({ updatedAt: 1 });

export function toCreative({
  _id,
  deletedAt,
  contentId,
  insertionId,
  states,
  rejectionReason = null,
  ...rest
}: CreativeDocument): Creative {
  return { id: _id, rejectionReason, ...rest };
}

export const createCreativeModel = (db: Connection): CreativeModel =>
  db.model<CreativeDocument>('Creative', creativeSchema);

/** The condition that finds a creative which is not deleted. */
export const presentCreative = (id: string) => ({ _id: id, deletedAt: null });
